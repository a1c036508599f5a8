import type { Problem } from '@setpoint/core';
import type { ExpandedBody } from './expand-body.ts';

type BatchOfPairs = Readonly<Record<string, unknown>>;

/** A splice that gives no window, with that of its series; its problem, if they have none or not the same. */
export function withWindow(batch: BatchOfPairs, { windows, problems }: Omit<ExpandedBody, 'body'>): Windowed {
  const [window, ...others] = windows;
  const isOne = others.every(({ from, to }) => from === window?.from && to === window.to);
  if (window !== undefined && isOne) return { kind: 'windowed', body: { ...batch, ...window } };
  // A series that is refused says so itself.
  if (isOne && problems.length > 0) return { kind: 'windowless', problems };
  const text = isOne ? NO_WINDOW : MANY_WINDOWS;
  return { kind: 'windowless', problems: [{ rule: 'schema', place: 'from', text }, ...problems] };
}

type Windowed =
  | { readonly kind: 'windowed'; readonly body: BatchOfPairs }
  | { readonly kind: 'windowless'; readonly problems: readonly Problem[] };

const NO_WINDOW = 'missing; give from and to, or the values of one day or of one series';
const MANY_WINDOWS =
  'missing, and the values are of several windows; give from and to, or one of these days in each call';
