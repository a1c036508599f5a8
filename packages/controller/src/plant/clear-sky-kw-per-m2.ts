export interface Place {
  latitude: number;
  longitude: number;
}

const dayMs = 86_400_000;
const yearDays = 365.2425;
const radians = Math.PI / 180;

/** 0 at the turn of the year, 1 at the next, in UTC; a day's error from leap years moves the sun by less than half a degree. */
export function yearPhase(atMs: number): number {
  const years = (atMs - Date.UTC(2000, 0, 1)) / (dayMs * yearDays);
  return years - Math.floor(years);
}

/** Hours by the sun: 12 is its highest point. */
export function solarHour(atMs: number, longitude: number): number {
  const turn = 2 * Math.PI * (yearPhase(atMs) - 81 / yearDays);
  const equationMinutes = 9.87 * Math.sin(2 * turn) - 7.53 * Math.cos(turn) - 1.5 * Math.sin(turn);
  const hour = (atMs % dayMs) / 3_600_000 + longitude / 15 + equationMinutes / 60;
  return ((hour % 24) + 24) % 24;
}

/** Clear-sky irradiance (kW/m²) on a plane that leans towards the equator: Meinel's beam plus a tenth of it from the sky. */
export function clearSkyKwPerM2(atMs: number, place: Place, tiltDeg: number): number {
  const declination = -23.44 * radians * Math.cos(2 * Math.PI * (yearPhase(atMs) + 10 / yearDays));
  const hourAngle = (solarHour(atMs, place.longitude) - 12) * 15 * radians;
  const sineOver = (latitude: number): number =>
    Math.sin(latitude * radians) * Math.sin(declination) +
    Math.cos(latitude * radians) * Math.cos(declination) * Math.cos(hourAngle);

  const sineElevation = sineOver(place.latitude);
  if (sineElevation <= 0) return 0;
  // Kasten and Young: finite at the horizon, where 1 / sine is not.
  const elevationDeg = Math.asin(Math.min(1, sineElevation)) / radians;
  const airMass = 1 / (sineElevation + 0.50572 * (elevationDeg + 6.07995) ** -1.6364);
  const beam = 1.353 * 0.7 ** (airMass ** 0.678);
  // A plane leaning towards the equator sees the sun as level ground nearer the equator does.
  const onPlane = sineOver(place.latitude - Math.sign(place.latitude) * tiltDeg);
  return beam * Math.max(0, onPlane) + 0.1 * beam * sineElevation;
}
