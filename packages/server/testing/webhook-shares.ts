import type { ClientId } from '@setpoint/contract';
import type { Call } from './ask.ts';
import { goodCalls } from './good-calls.ts';
import type { World } from './open-world.ts';
import { readConfig } from '../src/read-config.ts';
import { dealAttempts } from '../src/webhooks/deal-attempts.ts';

type Started = Awaited<ReturnType<World['startAnother']>>;
type Environment = Readonly<Record<string, string>>;

const MANY = 10_000;

/** For tests: the limits of webhooks, each with an attack that succeeds without it. */
export const webhookShares = [
  {
    share: 'client-webhooks',
    out: MANY,
    attack: async (world: World, started: Started) => {
      const call = await callOf('addWebhook', world);
      const statuses: number[] = [];
      for (let added = 0; added < 21; added += 1) statuses.push((await send(started, call)).statusCode);
      return !statuses.includes(409);
    },
  },
  {
    share: 'client-webhook-attempts',
    out: MANY,
    attack: async (_world: World, _started: Started, environment: Environment) => dealsOut(environment, 9),
  },
  {
    share: 'client-webhook-tests',
    out: MANY,
    attack: async (world: World, started: Started) => {
      const call = await callOf('testWebhook', world);
      const tests = await Promise.all(Array.from({ length: 8 }, () => send(started, call)));
      return tests.every(({ statusCode }) => statusCode === 200);
    },
  },
  {
    share: 'webhook-attempts-kept',
    strict: 100,
    out: 1_000_000,
    attack: async (world: World, started: Started) => {
      const call = await callOf('testWebhook', world);
      for (let tested = 0; tested < 200; tested += 1) await send(started, call);
      const path = call.path.replace(/test$/, 'deliveries?limit=200');
      const { deliveries } = (await send(started, { ...call, method: 'GET', path })).json<{ deliveries: unknown[] }>();
      return deliveries.length > 100;
    },
  },
] as const;

async function callOf(id: string, world: World): Promise<Call> {
  const call = await goodCalls[id]?.(world);
  if (call === undefined) throw new Error(`there is no request for ${id}`);
  return call;
}

function send({ app }: Started, { method, path, headers, body }: Call) {
  return app.inject({
    method: method as 'GET',
    url: path,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
}

/** Whether so many webhooks of one client are sent to at once. */
function dealsOut(environment: Environment, count: number): boolean {
  const read = readConfig(environment);
  if (read.kind === 'invalid') throw new Error(read.problems.join());
  const webhooks = Array.from({ length: count }, (_, index) => ({
    webhookId: String(index),
    clientId: 'client' as ClientId,
    channel: 'webhook' as const,
    url: '',
    types: undefined,
    createdAt: 0,
    isParked: false,
    position: { epoch: 0, tx: 0, n: 0, k: 0 },
    lastEvent: undefined,
    turn: 0,
    attempt: 0,
    failingSince: null,
    nextAt: 0,
  }));
  return dealAttempts(webhooks, [], { atOnce: read.config.webhooks.limits.attemptsAtOnce }).length === count;
}
