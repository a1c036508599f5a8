import type { AssetScheduleCommand } from '@setpoint/contract';
import type { RandomSource } from '@setpoint/server/testing/random-source';

const PAIRS = [
  { asset: 'grid', type: 'activePowerkW' },
  { asset: 'grid', type: 'upperLimitkW' },
  { asset: 'bess', type: 'optimalSocPcnt' },
] as const;
// Longer than any world lasts: what a snapshot leaves out because it is over is not the question here.
const SPAN = { startAt: '2030-01-02T10:00:00Z', endAt: '2030-01-02T14:00:00Z' };

/** One or two commands, now and then one that clears a pair. */
export function drawCommands(source: RandomSource): readonly AssetScheduleCommand[] {
  const pairs = source.shuffle(PAIRS).slice(0, source.between(1, 2));
  return pairs.map((pair) => ({
    ...pair,
    entries: source.chance(0.2) ? [] : [{ ...SPAN, value: source.between(0, 100) }],
  }));
}
