// The wall clock, in milliseconds since 1970 with fractions, for the present and for events.

let offsetMs = 0; // time that the monotonic clock missed while the computer slept
const JUMP_MS = 1000;

const monotonic = () => performance.timeOrigin + performance.now();

// Returns the present; it never goes back and includes time that the computer slept.
export function wall() {
  const missed = Date.now() - monotonic();
  if (missed > offsetMs + JUMP_MS) offsetMs = missed;
  return monotonic() + offsetMs;
}

// Returns the time of an event of this document.
export function wallOf(event) {
  const stamped = event.timeStamp > 0 && event.timeStamp <= performance.now() + 1;
  return stamped ? performance.timeOrigin + event.timeStamp + offsetMs : wall();
}
