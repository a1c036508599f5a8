import type { Binding } from './gateway/open-scripted-gateway.ts';
import { type FollowedPower, followPower } from './follow-power.ts';
import type { Profile, Stage } from './stage.ts';

/** What one part of the protocol asks of a controller. */
export interface Check {
  /** Never given to another check. */
  readonly id: string;
  readonly title: string;
  readonly bindings: readonly Binding[];
  readonly profiles: readonly Profile[];
  /** Longer ones begin earlier where several run side by side. */
  readonly longestSeconds: number;
  /** Whether it looks at the very first start, before anything else was sent. */
  readonly isOfFirstStart?: true;
  /** Throws what it found; resolves when the controller is as it should be. */
  run(stage: Stage): Promise<void>;
}

export const BOTH_BINDINGS: readonly Binding[] = ['mqtt', 'https'];
export const ALL_PROFILES: readonly Profile[] = ['battery', 'base'];
export const BATTERY_ONLY: readonly Profile[] = ['battery'];

/** A check of every controller. */
export function plain(id: string, title: string, longestSeconds: number, run: Check['run']): Check {
  return { bindings: BOTH_BINDINGS, profiles: ALL_PROFILES, id, title, longestSeconds, run };
}

type Watching = (stage: Stage, power: FollowedPower) => Promise<void>;

/** A check that looks at the power of the battery. */
export function watched(id: string, title: string, longestSeconds: number, run: Watching): Check {
  const ofBattery = { bindings: BOTH_BINDINGS, profiles: BATTERY_ONLY };
  return { ...ofBattery, id, title, longestSeconds, run: (stage) => run(stage, followPower(stage)) };
}
