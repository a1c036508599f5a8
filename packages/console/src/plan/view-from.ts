import { daysView, type View } from '../shell/view.ts';

/** The period that an address names, and the instant in it that is pointed at. */
export interface AddressedView {
  readonly view: View;
  readonly atMs: number | null;
}

const LONGEST_MS = 35 * 24 * 3_600_000;

/** Reads `?from=…&to=…`, or `?at=…` for the day of an instant; undefined if neither is named. */
export function viewFrom(query: URLSearchParams, timeZone: string): AddressedView | undefined {
  const [fromMs, toMs, atMs] = ['from', 'to', 'at'].map((name) => Date.parse(query.get(name) ?? '')) as [
    number,
    number,
    number,
  ];
  const at = Number.isNaN(atMs) ? null : atMs;
  if (toMs > fromMs && toMs - fromMs <= LONGEST_MS) return { view: { fromMs, toMs }, atMs: at };
  return at === null ? undefined : { view: daysView(at, timeZone, { first: 0, days: 1 }), atMs: at };
}

/** The address of a period, in whole seconds; that of today, which moves on, is the address without it. */
export function withView(query: URLSearchParams, view: View, today: View): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ['from', 'to', 'at']) next.delete(name);
  if (view.fromMs === today.fromMs && view.toMs === today.toMs) return next;
  next.set('from', instantText(view.fromMs));
  next.set('to', instantText(view.toMs));
  return next;
}

function instantText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
