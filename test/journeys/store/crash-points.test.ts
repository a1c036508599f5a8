import { describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { canTrace } from '../../support/system/trace-command.ts';
import { crashAt, type CrashPoint, listCrashPoints } from '../../proofs/crash-point.ts';

describe('a kill at a call that changes a file', ifThere(canTrace(), 'strace'), () => {
  it('loses no acknowledged batch and leaves none half applied, whatever the call', async () => {
    const kinds = Map.groupBy(await listCrashPoints(), ({ call }) => call);
    const results = await Promise.all([...kinds.values()].map(crashInTheMiddle));
    for (const { point, faults } of results) expect({ point, faults }).toEqual({ point, faults: [] });
    expect(results.filter(({ wasKilled }) => wasKilled).length).toBeGreaterThan(results.length / 2);
  });
});

async function crashInTheMiddle(points: readonly CrashPoint[]) {
  const point = points[Math.floor(points.length / 2)];
  if (point === undefined) throw new Error('a kind of call has a call');
  return { point, ...(await crashAt(point)) };
}
