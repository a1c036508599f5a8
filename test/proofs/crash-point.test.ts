import { describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { canTrace } from '../support/system/trace-command.ts';
import { crashAt, listCrashPoints } from './crash-point.ts';

const SAMPLES = 5;
const TIMEOUT_MS = 300_000;

describe('a kill at a call that changes a file', ifThere(canTrace(), 'strace'), () => {
  it(
    `loses no acknowledged batch and leaves none half applied (${SAMPLES} points of them all)`,
    async () => {
      const points = await listCrashPoints();
      const every = Math.ceil(points.length / SAMPLES);
      let killed = 0;
      for (const point of points.filter((_, index) => index % every === 1)) {
        const { wasKilled, faults } = await crashAt(point);
        expect({ point, faults }).toEqual({ point, faults: [] });
        killed += wasKilled ? 1 : 0;
      }
      expect(killed).toBeGreaterThan(SAMPLES / 2);
    },
    TIMEOUT_MS,
  );
});
