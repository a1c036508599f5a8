import type { WindowOptions } from '@setpoint/client';
import { type Bounds, windowOf } from '../shell/window-of.ts';

const HOUR_MS = 3_600_000;

/** The bounds given on the command line; by default a window began an hour ago and lasts an hour. */
export function hourWindow({ from = new Date(Date.now() - HOUR_MS).toISOString(), to }: Bounds): WindowOptions {
  return windowOf({ from, to: to ?? hourAfter(from) });
}

function hourAfter(start: string): string {
  const startMs = Date.parse(start);
  return Number.isNaN(startMs) ? start : new Date(startMs + HOUR_MS).toISOString();
}
