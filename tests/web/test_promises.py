"""What the system takes away or never gives: asked for, asked for again, and told."""

import pytest
from browsing import expect
from clockwork import Phone

from tests.waiting import wait_until

SOUND = """
const plain = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, "state").get;
Object.defineProperty(AudioContext.prototype, "state", { get() {
  window.audio = this;
  return window.taken ? "interrupted" : plain.call(this);
} });
const resume = AudioContext.prototype.resume;
AudioContext.prototype.resume = function () {
  window.asked = (window.asked ?? 0) + 1;
  window.taken = false;
  return resume.call(this).then(() => this.dispatchEvent(new Event("statechange")));
};
window.take = () => { window.taken = true; window.audio.dispatchEvent(new Event("statechange")); };
"""
LOCK = """
window.locks = []; window.refuses = false;
Object.defineProperty(navigator, "wakeLock", { value: { async request() {
  if (window.refuses) throw new DOMException("no", "NotAllowedError");
  const lock = new EventTarget();
  lock.released = false;
  window.locks.push(lock);
  return lock;
} } });
window.take = () => {
  const lock = window.locks.at(-1);
  lock.released = true;
  lock.dispatchEvent(new Event("release"));
};
"""


def test_sound_that_a_call_took_away_is_told_and_comes_back_with_a_touch(url, phone):
    phone.add_init_script(SOUND)
    table = Phone(phone, url)
    table.start()
    asked = phone.evaluate("window.asked ?? 0")
    phone.evaluate("window.take()")
    expect(phone.locator("#muted")).to_be_visible()
    table.tap("A")
    table.runs("B")
    assert phone.evaluate("window.asked") > asked
    expect(phone.locator("#muted")).to_be_hidden()


def test_start_and_end_sound_where_it_was_asked_for(url, phone):
    phone.add_init_script(
        "window.tones = []; const set = AudioParam.prototype.setValueAtTime;"
        "AudioParam.prototype.setValueAtTime = function (value, at) {"
        "window.tones.push(value); return set.call(this, value, at); };"
    )
    table = Phone(phone, url)
    table.start()
    assert phone.evaluate("window.tones") == []
    phone.reload()
    phone.evaluate("localStorage.setItem('corrido-rings', 'yes')")
    phone.click("#sheet .main")
    table.phase("stopped")
    table.end()
    assert wait_until(lambda: phone.evaluate("window.tones.includes(1100)"))


def test_the_screen_stays_on_or_it_is_told(url, phone):
    phone.add_init_script(LOCK)
    table = Phone(phone, url)
    table.start()
    phone.evaluate("window.take()")
    phone.wait_for_function("window.locks.length > 1")
    expect(phone.locator("#dark")).to_be_hidden()
    phone.evaluate("window.refuses = true; window.take()")
    expect(phone.locator("#dark")).to_be_visible()
    phone.evaluate("window.refuses = false")
    phone.click("#stop", delay=300)  # whose touch gets the lock: the bar moves when it is lifted
    table.phase("stopped")
    expect(phone.locator("#dark")).to_be_hidden()


def test_the_self_test_asks_instead_of_looking(url, phone):
    phone.add_init_script(LOCK + "window.refuses = true;")
    Phone(phone, url)
    phone.click("summary")
    phone.click("text=Prueba")
    expect(phone.locator(".findings")).to_contain_text("la pantalla puede apagarse")


def test_a_browser_without_a_voice_leaves_it_to_the_screen_reader(url, phone):
    """This Chromium has speech synthesis and no voice: a stranger's proof."""
    table = Phone(phone, url)
    assert phone.evaluate("'speechSynthesis' in window && !speechSynthesis.getVoices().length")
    phone.click("summary")
    phone.select_option('select[name="speech"]', "a")
    expect(phone.locator("dialog")).to_contain_text("no tiene voz")
    phone.click("dialog .top button")
    table.start()
    expect(phone.locator("#spoken")).to_have_attribute("aria-live", "assertive")
    expect(phone.locator("#spoken")).to_contain_text("Turno de A")


def test_a_swipe_back_asks_before_it_leaves_a_game(url, phone):
    table = Phone(phone, url)
    table.start()
    phone.evaluate("history.back()")
    expect(phone.locator("dialog")).to_contain_text("La partida sigue")
    phone.click("dialog .main")
    table.tap("A")
    table.runs("B")


@pytest.mark.parametrize(
    ("kind", "angle", "wide", "first"),
    [("portraitPrimary", 0, False, "B"), ("landscapePrimary", 90, True, "B"),
     ("landscapeSecondary", 270, True, "A"), ("portraitSecondary", 180, False, "A")],
)  # fmt: skip
def test_each_half_stays_at_its_players_end(url, phone, kind, angle, wide, first):
    """Turned anticlockwise, what was the phone's lower end lies to the right."""
    size = {"width": 740, "height": 390} if wide else {"width": 390, "height": 740}
    session = phone.context.new_cdp_session(phone)
    session.send("Emulation.setDeviceMetricsOverride", {
        **size, "deviceScaleFactor": 1, "mobile": True,
        "screenOrientation": {"type": kind, "angle": angle}})  # fmt: skip
    table = Phone(phone, url)
    table.start()
    a, b = (phone.locator(f"#half-{name}").bounding_box() for name in "AB")
    axis = "x" if wide else "y"
    assert ("A" if a[axis] < b[axis] else "B") == first


def test_two_fingers_on_the_bar_do_not_scale_it_away(url, phone):
    table = Phone(phone, url)
    table.start()
    box = phone.locator(".bar").bounding_box()
    session, y = phone.context.new_cdp_session(phone), box["y"] + box["height"] / 2
    for number, apart in enumerate((40, 60, 90, 120, 150, 170)):
        points = [{"x": 180 + way * apart, "y": y, "id": way + 1} for way in (-1, 1)]
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert phone.evaluate("visualViewport.scale") == 1
