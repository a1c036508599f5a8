import { expect, it } from 'vitest';
import { clockText, ratedAssets } from '../../../testing/draw-schedules.ts';
import { poolWorldOfTest } from '../../../testing/pool-world-of-test.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';

it.each(STORE_KINDS)('a storage counts as reported last, however soon that was, on %s', async (store) => {
  const clock = { now: Date.parse(clockText('00:10')) };
  const set = 'grid afrrExportBookingkW | 00-02 100';
  const { sites, report, ask } = await poolWorldOfTest({ store, clock, set, ramps: [null] });
  const [siteId = expect.unreachable()] = sites;
  expect((await ask(-50.001, 60_000)).shares.get(siteId)).toMatchObject({ watts: -50_001, because: null });
  clock.now += 1_000;
  await report(siteId, ratedAssets({ soc: 0 }));
  expect((await ask(-50.002, 60_000)).shares.get(siteId)).toMatchObject({ watts: 0, because: 'energy' });
});
