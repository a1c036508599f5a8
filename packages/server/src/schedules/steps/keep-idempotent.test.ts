import { PATHS } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { drawSchedules } from '../../../testing/draw-schedules.ts';
import { worldOfTest } from '../../../testing/open-world.ts';

const GOOD = drawSchedules('grid upperLimitkW | 00-04 100');

it('a key stands for the call that it was used for: the same body on another one is refused', async () => {
  const world = await worldOfTest();
  const siteId = await world.site();
  const set = (method: 'POST' | 'PATCH', path: string) => async (key: string) => {
    const asked = await world.ask(method, path, { body: { schedules: GOOD }, headers: { 'Idempotency-Key': key } });
    return asked.headers['idempotency-replayed'] === 'true' ? 'replayed' : asked.status;
  };
  const calls = [
    set('POST', `/api/v1/public/sites/${siteId}/schedules`),
    set('PATCH', `/api/v1/fleet/sites/${siteId}/schedules`),
    async (idempotencyKey: string) => {
      const body = { mode: 'all', batches: [{ siteId, schedules: GOOD, idempotencyKey }] };
      return (await world.ask('POST', PATHS.fleetSchedules, { body })).status;
    },
  ];
  const statusesAfter = async (first = 0) => {
    const statuses: unknown[] = [];
    for (const call of [calls[first], ...calls]) statuses.push(await call?.(`key-${first}`));
    return statuses;
  };
  expect(await statusesAfter(0)).toEqual([201, 'replayed', 422, 422]);
  expect(await statusesAfter(2)).toEqual([200, 422, 422, 200]);
});
