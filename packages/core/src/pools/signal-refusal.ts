import { LIMITS } from '@setpoint/contract';

const MOST_AGE_MS = LIMITS.maxSignalAgeSeconds * 1_000;

/** No signal lasts longer. */
export const LONGEST_SIGNAL_MS = LIMITS.maxSignalSeconds * 1_000;
/** No order is in force longer after its signal came, which may be of an instant ahead. */
export const LONGEST_ORDER_MS = LONGEST_SIGNAL_MS + MOST_AGE_MS;
/** The instants of two signals may be that much further from the order in which they came. */
export const LONGEST_OUT_OF_ORDER_MS = LONGEST_ORDER_MS + MOST_AGE_MS;

/** What is wrong with the times of a signal that comes now; undefined for one that can be accepted. */
export function signalRefusal(
  { at, validUntil }: { readonly at: number; readonly validUntil: number },
  now: number,
): string | undefined {
  if (validUntil <= now) return 'validUntil: is in the past';
  if (Math.abs(at - now) > MOST_AGE_MS) return `at: must be at most ${LIMITS.maxSignalAgeSeconds} s from now`;
  if (validUntil <= at) return 'validUntil: must be after at';
  if (validUntil - at > LONGEST_SIGNAL_MS) {
    return `validUntil: must be at most ${LIMITS.maxSignalSeconds} s after at`;
  }
  return undefined;
}
