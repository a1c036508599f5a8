import { type AddedClient, PATHS, type PoolSignal, poolTopic } from '@setpoint/contract';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { at, soon } from './asking-of.ts';
import { openWorld } from './open-world.ts';
import { messagesOf } from './start-test-gateway.ts';

const BOOKED = { afrrImportBookingkW: 100, afrrExportBookingkW: 100 };
// A connection over which nothing comes is closed after 45 s, whatever was sent before.
export const BEFORE_SILENCE_MS = 20_000;
export const REFUSED_LOGIN = /not authorized|bad user ?name|closed/i;

type Answer = PoolSignal & { readonly error?: string; readonly message?: string };
type Signal = object | string;

export type LineWorld = Awaited<ReturnType<typeof openLineWorld>>;

/** For tests: a service with its MQTT port, and for each test a pool of one site, and a client that may ask it. */
export async function openLineWorld() {
  const world = await openWorld();
  const url = await (await world.startAnother({ SETPOINT_MQTT_PORT: '0' })).listenMqtt();
  const siteId = await world.site({ values: BOOKED });
  const opened: MqttClient[] = [];

  async function open(options: IClientOptions, to = url): Promise<MqttClient> {
    const one = await connectAsync(to, { ...options, reconnectPeriod: 0 }, false);
    one.on('error', () => undefined);
    opened.push(one);
    return one;
  }

  return {
    ...world,
    siteId,
    open,
    async begin() {
      const poolId = await world.pool([siteId]);
      const client = await world.client();
      const grants = at(PATHS.fleetClientGrants, client.clientId);
      const grant = (can: 'read' | 'schedule') => world.ask('PUT', grants, { body: { poolId, can } });
      await grant('schedule');
      const login = ({ clientId, clientSecret }: AddedClient = client) => {
        return { username: clientId, password: clientSecret };
      };
      const send = (line: MqttClient, signal: Signal): Promise<unknown> => {
        const text = typeof signal === 'string' ? signal : JSON.stringify({ validUntil: soon(60_000), ...signal });
        return line.publishAsync(poolTopic(poolId, 'signal'), text, { qos: 1 });
      };
      return {
        poolId,
        client,
        grant,
        revoke: () => world.ask('DELETE', `${grants}?poolId=${poolId}`),
        login,
        send,
        /** What the pool was asked for last. */
        signalNow: () => world.ask<PoolSignal>('GET', at(PATHS.fleetPoolSignal, poolId)),
        /** A line of the client, with the answers of its pool one by one. */
        async lineTo(options: IClientOptions = {}, to = url) {
          const line = await open({ ...login(), ...options }, to);
          const answers = await messagesOf<Answer>(line, poolTopic(poolId, 'answer'));
          const asks = async (signal: Signal): Promise<Answer> => {
            const [, answer] = await Promise.all([send(line, signal), answers.next()]);
            return answer;
          };
          return { line, answers, asks };
        },
        async end() {
          for (const one of opened.splice(0)) one.end(true);
          await world.ask('DELETE', at(PATHS.fleetPool, poolId));
        },
      };
    },
  };
}
