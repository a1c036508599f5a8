import type { WindowOptions } from '@setpoint/client';

export const DAY_MS = 86_400_000;

/** What was given of a window; it begins now, and lasts a day, where nothing else is said. */
export type Bounds = Partial<WindowOptions>;

export function windowOf({ from = new Date().toISOString(), to }: Bounds): WindowOptions {
  const start = Date.parse(from);
  // What is no instant is for the service to explain.
  return { from, to: to ?? (Number.isNaN(start) ? from : new Date(start + DAY_MS).toISOString()) };
}
