import type { Asset, ImplausibleReason, TroubleCode } from '@setpoint/contract';

/** Something that is wrong with what a controller sends. */
export interface SeenTrouble {
  readonly code: TroubleCode;
  /** null where it is not about one asset. */
  readonly asset: Asset | null;
  /** With `not_measured`: it never was, and is wrong for as long as something is asked of the asset. */
  readonly isAsked?: true;
  /** With `implausible`: why. */
  readonly reason?: ImplausibleReason;
  /** What the controller says about it, if it told it itself. */
  readonly message?: string;
}

export interface KnownTrouble extends SeenTrouble {
  readonly since: number;
  /** When it was seen last. */
  readonly at: number;
}

export interface NextTroubles {
  readonly standing: readonly KnownTrouble[];
  readonly began: readonly KnownTrouble[];
  readonly over: readonly KnownTrouble[];
}

const CLOCK_OFF_MS = 2_000;
// What comes and goes stands, so that it is told once.
const OVER_AFTER_MS = 60_000;

export function isClockOff(offsetMs: number | null): boolean {
  return offsetMs !== null && Math.abs(offsetMs) > CLOCK_OFF_MS;
}

/** What is wrong from now on; a trouble is over when it was not seen for a minute. */
export function nextTroubles(before: readonly KnownTrouble[], seen: readonly SeenTrouble[], now: number): NextTroubles {
  const isSame = (one: SeenTrouble) => (other: SeenTrouble) => one.code === other.code && one.asset === other.asset;
  const renewed = before.map((one) => {
    const again = seen.find(isSame(one));
    return again === undefined ? one : { ...one, ...again, at: now };
  });
  const isOver = ({ at }: KnownTrouble): boolean => now - at >= OVER_AFTER_MS;
  const began = seen.filter((one) => !before.some(isSame(one))).map((one) => ({ ...one, since: now, at: now }));
  return { standing: [...renewed.filter((one) => !isOver(one)), ...began], began, over: renewed.filter(isOver) };
}
