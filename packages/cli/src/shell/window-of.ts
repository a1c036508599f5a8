import type { WindowOptions } from '@setpoint/client';

export const DAY_MS = 86_400_000;

/** The bounds given on the command line; by default a window begins now and lasts a day. */
export type Bounds = Partial<WindowOptions>;

export function windowOf({ from = new Date().toISOString(), to }: Bounds): WindowOptions {
  const start = Date.parse(from);
  // A text that is not an instant goes to the service, which explains what is wrong with it.
  return { from, to: to ?? (Number.isNaN(start) ? from : new Date(start + DAY_MS).toISOString()) };
}
