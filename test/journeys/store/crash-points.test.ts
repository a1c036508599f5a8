import { beforeAll, describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { WAVES } from '../../proofs/run-script.ts';
import { canTrace } from '../../proofs/trace-command.ts';
import { crashAt, type CrashPoint, listCrashPoints } from '../../proofs/crash-point.ts';

describe('the calls that change a file', ifThere(canTrace(), 'strace'), () => {
  let points: readonly CrashPoint[];

  beforeAll(async () => void (points = await listCrashPoints()));

  it('force each wave of batches to the disk', () => {
    const syncs = points.filter(({ call, isWriter }) => isWriter && ['fsync', 'fdatasync'].includes(call));
    // The start and the checkpoints alone make nine.
    expect(syncs.length).toBeGreaterThan(2 * WAVES);
  });

  it('lose no acknowledged batch and leave none half applied when the process is killed at one', async () => {
    const kinds = Map.groupBy(points, ({ call }) => call);
    const results = await Promise.all([...kinds.values()].map(crashAmong));
    for (const { point, faults } of results) expect({ point, faults }).toEqual({ point, faults: [] });
    expect(results.filter(({ wasKilled }) => wasKilled).length).toBeGreaterThan(results.length / 2);
  });
});

// Early among them: the counts of one run are no bound for the next, and there may be only one of its kind.
async function crashAmong(points: readonly CrashPoint[]) {
  const point = points[Math.floor((points.length - 1) / 3)];
  if (point === undefined) throw new Error('a kind of call has a call');
  return { point, ...(await crashAt(point)) };
}
