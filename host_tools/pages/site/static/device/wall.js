// The time in milliseconds since 1970, with fractions, for the present and for events. It runs
// evenly: nobody who sets the system's clock moves it.

export const wall = () => performance.timeOrigin + performance.now();

/** Returns the time of an event of this document. @param {{ timeStamp?: number }} event */
export function wallOf({ timeStamp = 0 }) {
  const stamped = timeStamp > 0 && timeStamp <= performance.now() + 1;
  return stamped ? performance.timeOrigin + timeStamp : wall();
}
