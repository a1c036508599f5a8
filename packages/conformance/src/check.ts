import type { Binding } from './gateway/open-scripted-gateway.ts';
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
