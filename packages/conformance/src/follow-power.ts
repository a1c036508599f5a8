import { demand, foundOr, NotApplicable } from './finding.ts';
import type { SeenReport } from './happening.ts';
import { seconds } from './controller-talk.ts';
import type { CommandDraft } from './snapshot-writer.ts';
import type { Stage } from './stage.ts';

export const BATTERY_POWER = { asset: 'bess', type: 'activePowerkW' } as const;
const ASK_EVERY_MS = 250;
const SHARE_OF_RATING = 0.2;
const TOLERANCE = 0.02;

/** What the battery of a controller is seen to do. */
export interface FollowedPower {
  /** A fifth of what it can discharge. */
  readonly valueKw: number;
  /** All of it. */
  readonly ratedKw: number;
  /** In percent, by the last report; null where it reports none. */
  socPcnt(): number | null;
  /** How far an hour at its rating moves that; undefined where it does not say. */
  readonly pcntPerHour: number | undefined;
  isAt(report: SeenReport, valueKw: number): boolean;
  isAtMost(valueKw: number): boolean;
  /** Asks for reports until the power is so; ends the check when it is not within the time. */
  until(wanted: { readonly withinMs: number; readonly valueKw: number | 'released' }): Promise<void>;
}

/** The commands for a power, from one offset in seconds to another. */
export function setPower(fromSeconds: number, toSeconds: number, value: number): CommandDraft {
  return { ...BATTERY_POWER, spans: [[fromSeconds, toSeconds, value]] };
}

/** Finds the battery in what the controller reported, to watch it. */
export function followPower(stage: Stage): FollowedPower {
  const { evidence } = stage;
  const reported = evidence.of('report').findLast(({ report }) => report.assets !== undefined)?.report.assets;
  const bess = foundOr(reported, 'no report had devices').bess;
  if (bess === null || bess === undefined) throw new NotApplicable('the controller reports no battery');
  const ratedKw = bess.ratedPowerUpperLimitkW;
  demand(ratedKw > 0, `the battery is rated at ${ratedKw} kW of discharge`);
  const toleranceKw = Math.max(TOLERANCE * ratedKw, 0.1);
  const valueKw = ratedKw * SHARE_OF_RATING;

  const lastSeen = () =>
    evidence.of('report').findLast(({ report }) => report.assets !== undefined)?.report.assets?.bess;
  const powerKw = (): number | undefined => lastSeen()?.activePowerkW;
  const { availableStorageCapacitykWh: capacityKwh } = bess;
  const isNear = (one: number | undefined, other: number): boolean =>
    one !== undefined && Math.abs(one - other) <= toleranceKw;

  return {
    valueKw,
    ratedKw,
    socPcnt: () => lastSeen()?.soc ?? null,
    pcntPerHour: capacityKwh === null ? undefined : (100 * ratedKw) / capacityKwh,
    isAtMost: (wantedKw) => (powerKw() ?? 0) <= wantedKw + toleranceKw,
    isAt: (report, wantedKw) => isNear(report.assets?.bess?.activePowerkW, wantedKw),
    async until({ withinMs, valueKw: wanted }) {
      const isSo = (): boolean => (wanted === 'released' ? !isNear(powerKw(), valueKw) : isNear(powerKw(), wanted));
      const untilMs = performance.now() + withinMs;
      for (;;) {
        await stage.applied(stage.sendAgain());
        if (isSo()) return;
        demand(performance.now() < untilMs, sentence(wanted, powerKw(), withinMs));
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      }
    },
  };
}

function sentence(wanted: number | 'released', powerKw: number | undefined, withinMs: number): string {
  const is = powerKw === undefined ? 'no power is reported' : `the battery is at ${powerKw} kW`;
  const should = wanted === 'released' ? 'it should no longer be at its value' : `it should be at ${wanted} kW`;
  return `after ${seconds(withinMs)} ${is}; ${should}`;
}
