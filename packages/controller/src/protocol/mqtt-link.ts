import { randomUUID } from 'node:crypto';
import { parseSiteId, type Report, siteTopic, type TopicKind } from '@setpoint/contract';
import { connectAsync, type MqttClient } from 'mqtt';
import { keepReaching } from './keep-reaching.ts';
import type { Link, LinkAddress, LinkHandlers } from './link.ts';

const KEEPALIVE_SECONDS = 30;
const ANSWER_WITHIN_MS = 15_000;

/** The controller protocol over MQTT 3.1.1; each connection is a session of its own. */
export function openMqttLink(address: LinkAddress, handlers: LinkHandlers): Link {
  const closing = new AbortController();
  const scheduleTopic = topicOf(address.siteId, 'schedule');
  let current: MqttClient | undefined;

  const reaching = keepReaching(
    { signal: closing.signal, onLost: (reason) => handlers.onLost(reason) },
    async (reached) => {
      const client = await connect(address);
      current = client;
      try {
        const ended = endOf(client, closing.signal);
        client.on('message', (_topic, payload) => void handlers.onSnapshot(parsed(payload)));
        const entered = client.subscribeAsync(scheduleTopic, { qos: 1 }).then(() => handlers.onConnect(randomUUID()));
        // What fails after the connection has ended was told by its end.
        await Promise.race([entered, ended]);
        reached();
        await ended;
        reached();
      } finally {
        current = undefined;
        await client.endAsync(!closing.signal.aborted);
      }
    },
  );

  return {
    async send(report: Report) {
      const client = current;
      if (client === undefined) throw new Error('there is no connection');
      const sent = client.publishAsync(topicOf(address.siteId, 'report'), JSON.stringify(report), { qos: 1 });
      await acknowledged(client, sent);
    },
    async close() {
      closing.abort();
      await reaching;
    },
  };
}

function connect({ url, siteId, controllerKey }: LinkAddress): Promise<MqttClient> {
  const identity = { clientId: siteId, username: siteId, password: controllerKey };
  const options = { protocolVersion: 4, clean: true, keepalive: KEEPALIVE_SECONDS, reconnectPeriod: 0 } as const;
  return connectAsync(url, { ...options, ...identity, connectTimeout: ANSWER_WITHIN_MS }, false);
}

function endOf(client: MqttClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('close', () => resolve());
    client.once('error', reject);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

// A connection that acknowledges nothing is dead, however open it looks.
async function acknowledged(client: MqttClient, sent: Promise<unknown>): Promise<void> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const onClose = () => reject(new Error('the connection ended before the report was acknowledged'));
  client.once('close', onClose);
  const timer = setTimeout(() => client.stream.destroy(), ANSWER_WITHIN_MS);
  try {
    await Promise.race([sent, lost]);
  } finally {
    clearTimeout(timer);
    client.off('close', onClose);
  }
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}

function topicOf(siteId: string, kind: TopicKind): string {
  const parsedId = parseSiteId(siteId);
  if (parsedId === undefined) throw new Error(`${siteId} is no site id.`);
  return siteTopic(parsedId, kind);
}
