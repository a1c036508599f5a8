import type { FollowingAsset } from '../following/judge-following.ts';
import type { PowerBand, SetpointToKeep } from './setpoints-to-keep.ts';

/** How far an asset was from its setpoint by the reports so far. */
export interface MissedSetpoint {
  readonly asset: FollowingAsset;
  readonly targetKw: number;
  readonly powerKw: number;
  /** The first report in a row that showed it. */
  readonly since: number;
}

// One report may show the moment before a device followed; the next one does not.
const LASTS_MS = 20_000;

/** What reports say of an asset from now on; undefined while it is where it should be. */
export function awayFromSetpoint(
  before: MissedSetpoint | undefined,
  { targetKw, now: right }: SetpointToKeep,
  { asset, powerKw, now }: { readonly asset: FollowingAsset; readonly powerKw: number; readonly now: number },
): MissedSetpoint | undefined {
  if (isIn(right, powerKw)) return undefined;
  return { asset, targetKw, powerKw, since: before === undefined || before.since > now ? now : before.since };
}

/** Whether that is a fault of the site: more than one report shows it, and no ramp to the setpoint explains it. */
export function isSetpointMissed({ powerKw, since }: MissedSetpoint, { due }: SetpointToKeep, now: number): boolean {
  return now - since >= LASTS_MS && due !== null && !isIn(due, powerKw);
}

function isIn({ lowKw, highKw }: PowerBand, powerKw: number): boolean {
  return powerKw >= lowKw && powerKw <= highKw;
}
