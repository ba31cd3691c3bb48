"""The account says of every decision its article and the figure that it came from."""

from tests.conftest import type_in


def test_each_decision_is_told_with_its_article(image, tmp_path, capsys):
    path = tmp_path / "mesa.corridolog"
    image.save(path)
    told = {}
    for language in ("es", "en", "pl", "ca"):
        code, out, _ = type_in(capsys, "log", "why", str(path), "--language", language)
        assert code == 0
        told[language] = out
    for decision in (
        "[art. 40, 45.2: not valid: a pass]",
        "[art. 34.5: ARBITER]",
        "[art. 49: A loses 30: penalty]",
        "[art. 45: end agreed]",
    ):
        assert told["en"].count(decision) == 1
    assert "[art. 49: A pierde 30: sanción]" in told["es"]
    assert "folded" not in told["en"] and "B challenges" not in told["en"]
    assert "B challenges" in type_in(capsys, "log", "show", str(path), "--language", "en")[1]
