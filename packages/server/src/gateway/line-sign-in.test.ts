import { type AddedClient, PATHS } from '@setpoint/contract';
import type { IClientOptions } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BEFORE_SILENCE_MS, type LineWorld, openLineWorld, REFUSED_LOGIN } from '../../testing/open-line-world.ts';
import { at, soon } from '../../testing/asking-of.ts';
import { closeOf } from '../../testing/start-test-gateway.ts';

describe('a client that signs in by MQTT', () => {
  let world: LineWorld;
  let its: Awaited<ReturnType<LineWorld['begin']>>;

  beforeAll(async () => {
    world = await openLineWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    its = await world.begin();
  });
  afterEach(() => its.end());

  it.each<[string, (own: AddedClient, other: AddedClient) => IClientOptions]>([
    ['a wrong secret', (own) => ({ ...its.login(own), password: 'wrong' })],
    ['the secret of another', (own, other) => ({ ...its.login(own), password: other.clientSecret })],
    ['no secret', (own) => ({ username: own.clientId })],
    ['neither name nor secret', () => ({})],
    ['a name that is no id', (own) => ({ username: '__proto__', password: own.clientSecret })],
    ['a key of a controller', (own) => ({ ...its.login(own), password: `sck_${'A'.repeat(43)}` })],
  ])('is not let in with %s', async (_what, options) => {
    await expect(world.open(options(its.client, await world.client()))).rejects.toThrow(REFUSED_LOGIN);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'its secret is replaced',
      async () => {
        for (let count = 0; count < 2; count += 1)
          await world.ask('POST', at(PATHS.fleetClientSecrets, its.client.clientId));
      },
    ],
    [
      'it is disabled',
      () => world.ask('PATCH', at(PATHS.fleetClient, its.client.clientId), { body: { isEnabled: false } }),
    ],
    ['it is signed out', () => world.ask('DELETE', at(PATHS.fleetClientSessions, its.client.clientId))],
    ['it is removed', () => world.ask('DELETE', at(PATHS.fleetClient, its.client.clientId))],
  ])(
    'loses its connection when %s, and what it sends then is not taken',
    async (_what, end) => {
      const [silent, sending] = [await its.lineTo(), await its.lineTo()];
      const areGone = Promise.all([closeOf(silent.line), closeOf(sending.line)]);
      await end();
      its.send(sending.line, { kW: 1, sequence: 1 }).catch(() => undefined);
      await areGone;
      expect(await its.signalNow()).toMatchObject({ status: 404 });
    },
    BEFORE_SILENCE_MS,
  );

  it(
    'loses its connection when its secret ends by itself, and is not let in again',
    async () => {
      const path = `${at(PATHS.fleetClientSecrets, its.client.clientId)}?endsAt=${soon(1_500)}`;
      const { clientSecret } = (await world.ask<{ clientSecret: string }>('POST', path)).body;
      const staying = await its.lineTo();
      const ending = await its.lineTo(its.poolId, its.login({ ...its.client, clientSecret }));
      await closeOf(ending.line);
      await expect(world.open(its.login({ ...its.client, clientSecret }))).rejects.toThrow(REFUSED_LOGIN);
      expect(await staying.asks({ kW: 1, sequence: 1 })).toMatchObject({ sequence: 1 });
    },
    BEFORE_SILENCE_MS,
  );

  it('takes the place of its own connection of the same name, and of no other', async () => {
    const name = { clientId: world.siteId };
    const key = await world.keyOf(world.siteId);
    const controller = await world.open({ clientId: world.siteId, username: world.siteId, password: key });
    const first = await its.lineTo(its.poolId, name);
    const other = await its.lineTo(its.poolId, { clientId: 'adapter' });
    const isGone = closeOf(first.line);
    const second = await its.lineTo(its.poolId, name);
    await isGone;
    expect(await second.asks({ kW: 1, sequence: 1 })).toMatchObject({ orderedkW: 1 });
    expect(await other.asks({ kW: 2, sequence: 2 })).toMatchObject({ orderedkW: 2 });
    expect(controller.connected).toBe(true);
  });
});
