import { randomUUID } from 'node:crypto';
import { ask, type Call } from '@setpoint/server/testing/ask';
import { forReadersOnly, type OwnProvocations } from './many-sites-provocations.ts';
import { type Provoke, twice, withoutGrant } from './provoke.ts';

function replacing(text: string, by: string): Provoke {
  return (world, good) => ask(world.base, { ...good, body: good.body?.replace(text, by) ?? '' });
}

function withKey(good: Call): Call {
  return { ...good, headers: { ...good.headers, 'Idempotency-Key': randomUUID() } };
}

const twiceWithKey: Provoke = (world, good) => twice(world, withKey(good));
const otherWithKey: Provoke = async (world, good) => {
  const keyed = withKey(good);
  await ask(world.base, keyed);
  return replacing('"value":250', '"value":100')(world, keyed);
};
const atVersion7: Provoke = (world, good) =>
  ask(world.base, { ...good, headers: { ...good.headers, 'If-Schedule-Version': '7' } });

/** What provokes a status on what sets one site. */
export const batchProvocations: Readonly<Record<string, OwnProvocations>> = {
  setSchedules: {
    201: [twiceWithKey],
    400: [replacing('"value":250', '"value":null')],
    403: [withoutGrant('schedules:write')],
    412: [atVersion7],
    422: [otherWithKey],
  },
  spliceSchedules: {
    201: [twiceWithKey],
    400: [replacing('"from"', '"since"'), replacing('-26T00', '-25T00')],
    403: [forReadersOnly],
    404: [withoutGrant('schedules:write')],
    412: [atVersion7],
    422: [otherWithKey],
  },
};
