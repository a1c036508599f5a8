import { randomUUID } from 'node:crypto';
import { parseSiteId, type Report, scheduleTopic, type SiteId, siteTopic } from '@setpoint/contract';
import { keepReaching } from './keep-reaching.ts';
import type { Link, LinkAddress, LinkHandlers } from './link.ts';
import type { MqttConnection } from './mqtt-connection.ts';
import type { Timing } from './timing.ts';

export interface MqttWays {
  readonly timing: Timing;
  readonly connect: (address: LinkAddress, pace: number) => Promise<MqttConnection>;
}

const ANSWER_WITHIN_MS = 15_000;

/** The controller protocol over MQTT 3.1.1; each connection is a session of its own. */
export function openMqttLink(address: LinkAddress, handlers: LinkHandlers, { timing, connect }: MqttWays): Link {
  const closing = new AbortController();
  const siteId = siteIdOf(address);
  const topic = scheduleTopic(siteId, address.horizonHours);
  let current: MqttConnection | undefined;

  // A connection that answers nothing is dead, even if it looks open.
  async function answered(connection: MqttConnection, asked: Promise<unknown>): Promise<void> {
    const callOff = timing.after(ANSWER_WITHIN_MS, () => connection.cut());
    const over = connection.ended.then(() => {
      throw new Error('the connection ended before there was an answer');
    });
    await Promise.race([asked, over]).finally(callOff);
  }

  async function enter(connection: MqttConnection): Promise<void> {
    const onMessage = (payload: Uint8Array) => void handlers.onSnapshot(parsed(payload));
    await answered(connection, connection.subscribe(topic, onMessage));
    await handlers.onConnect(randomUUID());
  }

  const { signal } = closing;
  const reaching = keepReaching({ signal, timing, onLost: (reason) => handlers.onLost(reason) }, async (reached) => {
    const connection = await connect(address, timing.pace);
    current = connection;
    try {
      const ended = Promise.race([connection.ended, abortOf(signal)]);
      // The end of the connection has been reported already.
      await Promise.race([enter(connection), ended]);
      reached();
      await ended;
      reached();
    } finally {
      current = undefined;
      if (signal.aborted) await connection.close();
      else connection.cut();
    }
  });

  return {
    async takeOrders() {
      const connection = current;
      if (connection === undefined) return false;
      const onMessage = (payload: Uint8Array) => handlers.onOrder(parsed(payload));
      const asked = connection.subscribe(siteTopic(siteId, 'order'), onMessage);
      // A service of an earlier version refuses it.
      return answered(connection, asked).then(
        () => true,
        () => false,
      );
    },
    async send(report: Report) {
      const connection = current;
      if (connection === undefined) throw new Error('there is no connection');
      await answered(connection, connection.publish(siteTopic(siteId, 'report'), JSON.stringify(report)));
    },
    async close() {
      closing.abort();
      await reaching;
    },
  };
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

function parsed(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString());
  } catch {
    return undefined;
  }
}

function siteIdOf({ siteId }: LinkAddress): SiteId {
  const parsedId = parseSiteId(siteId);
  if (parsedId === undefined) throw new Error(`${siteId} is not a site id.`);
  return parsedId;
}
