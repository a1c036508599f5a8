import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { createRecentSchedules } from './recent-schedules.ts';

it('what a site may have gone by is not known of a time at which nobody looked', () => {
  const siteId = randomUUID() as string as SiteId;
  const [first, second] = [new Map(), new Map()];
  const schedules = createRecentSchedules();
  const see = (version: number, now: number, since: number) =>
    schedules.see(siteId, { version, commands: version === 1 ? first : second }, { now, since });
  expect(see(1, 1_000, 999)).toBeUndefined();
  expect(see(1, 61_000, 1_000)).toEqual([first]);
  expect(see(2, 62_000, 2_000)).toHaveLength(2);
});
