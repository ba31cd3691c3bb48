// The wall clock, in milliseconds since 1970 with fractions; an event's own time is on it too.

let offsetMs = 0; // what the monotonic clock has missed while the computer slept
const JUMP_MS = 1000;

const monotonic = () => performance.timeOrigin + performance.now();

// The present. Never goes back; goes on through a sleep of the computer.
export function wall() {
  const missed = Date.now() - monotonic();
  if (missed > offsetMs + JUMP_MS) offsetMs = missed;
  return monotonic() + offsetMs;
}

// The instant of an event of this document.
export function wallOf(event) {
  const stamped = event.timeStamp > 0 && event.timeStamp <= performance.now() + 1;
  return stamped ? performance.timeOrigin + event.timeStamp + offsetMs : wall();
}
