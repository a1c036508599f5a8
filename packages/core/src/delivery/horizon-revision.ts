const HOUR_MS = 3_600_000;
const WITH_HORIZON = /~([1-9]\d{0,3})h(\d{1,9})$/;

/** The name of a revision for a controller that sees so many hours ahead: another one each hour. */
export function horizonRevision(revision: string, horizonHours: number | undefined, now: number): string {
  if (horizonHours === undefined) return revision;
  return `${revision}~${horizonHours}h${horizonEnd(horizonHours, now) / HOUR_MS}`;
}

/** Up to when that controller sees: whole hours, and no less than it asked for. */
export function horizonEnd(horizonHours: number, now: number): number {
  return (Math.floor(now / HOUR_MS) + horizonHours + 1) * HOUR_MS;
}

/** Up to when the controller was told that reports a revision. */
export function seesUntil(revision: string): number {
  const [, , endHour] = WITH_HORIZON.exec(revision) ?? [];
  return endHour === undefined ? Infinity : Number(endHour) * HOUR_MS;
}

/** How many hours ahead a reported revision reaches; undefined if it is a whole schedule. */
export function horizonOf(revision: string): number | undefined {
  const [, hours] = WITH_HORIZON.exec(revision) ?? [];
  return hours === undefined ? undefined : Number(hours);
}
