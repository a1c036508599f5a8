import { PATHS } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { firingSubjects } from './alerts/conditions/firing-subjects.ts';
import { at } from '../testing/asking-of.ts';
import { worldOfTest } from '../testing/open-world.ts';
import { STORE_KINDS } from '../testing/open-test-store.ts';
import { inEachTest } from '../testing/of-tests.ts';

const HOUR_MS = 3_600_000;
const YEARS_MS = 3 * 365 * 24 * HOUR_MS;
const KEPT = ['batch', 'event', 'idempotency', 'audit_record', 'signing_key', 'measurement'];

describe.each(STORE_KINDS)('a clock that is three years ahead, on %s', (store) => {
  const world = inEachTest(() => worldOfTest({ store }));
  beforeEach(async () => {
    const siteId = await world.site();
    await world.query(`INSERT INTO measurement VALUES ('${siteId}', 15, ${Date.now() - HOUR_MS}, '{}')`);
    const [startAt, endAt] = [HOUR_MS, 2 * HOUR_MS].map((later) => new Date(Date.now() + later).toISOString());
    const entries = [{ startAt, endAt, value: 5 }];
    const body = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] };
    const headers = { 'Idempotency-Key': 'once' };
    expect((await world.ask('POST', at(PATHS.schedules, siteId), { body, headers })).status).toBe(201);
    await takeStepsAhead(0);
  });

  /** Starts the service with a clock that is ahead, and lets it do its work again and again. */
  async function takeStepsAhead(aheadMs: number) {
    const app = await world.startAnother({}, { now: () => Date.now() + aheadMs });
    for (let step = 0; step < 5; step += 1) await app.takeSteps();
    const { problem } = app.clock;
    return problem();
  }
  async function kept() {
    const counts = KEPT.map(async (table) => [
      table,
      (await world.query(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.['n'],
    ]);
    const [site] = await world.query('SELECT told_to FROM site');
    return { ...Object.fromEntries(await Promise.all(counts)), told: Number(site?.['told_to']) };
  }

  it('deletes nothing, replaces no key, announces nothing of the time to come, and is said', async () => {
    const before = await kept();
    await expect(takeStepsAhead(YEARS_MS)).resolves.toMatch(/^the clock says .* for 24 more hours of running/);
    await expect(kept()).resolves.toEqual(before);
    const rule = { condition: 'clock_jumped', minutes: 0, siteId: '', poolId: '' } as const;
    const find = () => world.store.read(firingSubjects, { rule, now: Date.now(), offlineAfterMs: 0 });
    await expect(find()).resolves.toMatchObject([{ subjectId: 'clock' }]);
    await expect(takeStepsAhead(0)).resolves.toBeUndefined();
    await expect(find()).resolves.toEqual([]);
    await expect(kept()).resolves.toEqual(before);
  });

  it('is gone with once it has held for a day of running', async () => {
    await takeStepsAhead(YEARS_MS);
    await world.query(`UPDATE store_state SET clock_held_ms = ${24 * HOUR_MS}, clock_at = clock_claimed_at - 1000`);
    await expect(takeStepsAhead(YEARS_MS)).resolves.toBeUndefined();
    const { idempotency, measurement, told } = await kept();
    expect([Number(idempotency), Number(measurement)]).toEqual([0, 0]);
    expect(told).toBeGreaterThan(Date.now() + HOUR_MS);
  });
});
