import { ask, type Call, type Reply } from '@setpoint/server/testing/ask';
import { withNul } from './provoke.ts';
import type { World } from '@setpoint/server/testing/open-world';

type Provoke = (world: World, good: Call) => Promise<Reply>;

const withBody =
  (body: string): Provoke =>
  (world, good) =>
    ask(world.base, { ...good, body });
const withQuery =
  (query: string): Provoke =>
  (world, good) =>
    ask(world.base, { ...good, path: `${good.path.split('?')[0]}?${query}` });
const times =
  (count: number): Provoke =>
  async (world, good) => {
    for (let done = 1; done < count; done += 1) await ask(world.base, good);
    return ask(world.base, good);
  };

/** What provokes a status on the operations of events and webhooks alone. */
export const eventProvocations: Readonly<Record<string, Readonly<Record<number, readonly Provoke[]>>>> = {
  addWebhook: { 400: [withBody('{"url":"http://a.b"}')], 409: [times(21)] },
  getWebhook: { 404: [withNul] },
  changeWebhook: {
    200: [withBody('{"types":null}'), withBody('{"url":"https://example.com/other"}'), withBody('{"types":null}')],
    400: [withBody('{"url":"http://a.b"}'), withBody('{"types":[]}'), withBody('{"format":null}')],
  },
  removeWebhook: { 404: [times(2)] },
  addWebhookSecret: { 409: [times(4)] },
  replayWebhook: { 400: [withBody('{"after":"x"}')] },
  listWebhookDeliveries: { 400: [withQuery('limit=0')] },
  streamEvents: {
    400: [withQuery('types=site.exploded'), withQuery('after=x'), withQuery('follow=maybe')],
    404: [
      withQuery('siteId=x'),
      withQuery('siteId=0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946'),
      withQuery('poolId=x'),
      withQuery('poolId=0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946'),
    ],
  },
};
