import { randomUUID } from 'node:crypto';
import { ask } from '@setpoint/server/testing/ask';
import type { OwnProvocations } from './many-sites-provocations.ts';
import { brokenBody, type Provoke, unknownQuery, withId, wrongBody } from './provoke.ts';

const changed =
  (change: object): Provoke =>
  (world, good) =>
    ask(world.base, { ...good, body: JSON.stringify({ ...(JSON.parse(good.body ?? '{}') as object), ...change }) });
const ofNobody: Provoke = (world, good) => ask(world.base, { ...good, path: withId(good.path, randomUUID()) });

export const alertProvocations: Readonly<Record<string, OwnProvocations>> = {
  addAlert: {
    400: [
      wrongBody,
      brokenBody,
      unknownQuery,
      changed({ siteId: randomUUID() }),
      changed({ target: 'http://hooks.example.com/' }),
      changed({ target: 'https://user:word@hooks.example.com/' }),
      changed({ channel: 'pagerduty', target: 'short' }),
      changed({ minutes: -1 }),
      changed({ condition: 'pool_short', allSites: undefined, siteId: randomUUID() }),
    ],
    404: [
      changed({ allSites: undefined, siteId: randomUUID() }),
      changed({ allSites: undefined, poolId: randomUUID() }),
    ],
    409: [changed({ channel: 'email', target: 'dispatch@example.com' })],
  },
  changeAlert: {
    400: [
      wrongBody,
      brokenBody,
      unknownQuery,
      changed({ target: 'http://hooks.example.com/' }),
      changed({ allSites: true, siteId: randomUUID() }),
      changed({ condition: 'behind' }),
      changed({ minutes: 600_000 }),
    ],
    404: [ofNobody, changed({ siteId: randomUUID() }), changed({ poolId: randomUUID() })],
  },
  removeAlert: { 404: [ofNobody] },
  testAlert: { 404: [ofNobody] },
};
