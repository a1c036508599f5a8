const KEY = 'setpoint-recent';
const KEPT = 8;
/** A site, a pool or a client, whatever part of it is shown. */
const PLACE = /^\/(?:sites|pools|registry\/clients)\/[^/]+/;

/** Where somebody was in this browser, the latest first: addresses alone, no names. */
export function recentPlaces(): readonly string[] {
  const stored = localStorage.getItem(KEY);
  return stored === null || stored === '' ? [] : stored.split(' ');
}

export function notePlace(path: string): void {
  const place = PLACE.exec(path)?.[0];
  if (place === undefined) return;
  const others = recentPlaces().filter((one) => one !== place);
  localStorage.setItem(KEY, [place, ...others].slice(0, KEPT).join(' '));
}
