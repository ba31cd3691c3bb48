// The time in milliseconds since 1970, with fractions, for the present and for events. It runs
// evenly: nobody who sets the system's clock moves it.

export const wall = () => performance.timeOrigin + performance.now();

// Returns the time of an event of this document.
export function wallOf(event) {
  const stamped = event.timeStamp > 0 && event.timeStamp <= performance.now() + 1;
  return stamped ? performance.timeOrigin + event.timeStamp : wall();
}
