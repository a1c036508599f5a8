import { KEEP_ALIVE_SECONDS } from '@setpoint/contract';
import { connectAsync } from 'mqtt';
import type { LinkAddress } from './link.ts';

/** One connection to the service, from a successful login to its end. */
export interface MqttConnection {
  /** Resolves when it has ended; rejects with the cause if it broke. */
  readonly ended: Promise<void>;
  subscribe(topic: string, onMessage: (payload: Uint8Array) => void): Promise<unknown>;
  /** Resolves once the service has acknowledged it; never, if the connection ends before. */
  publish(topic: string, text: string): Promise<unknown>;
  /** Ends it without a disconnect packet. */
  cut(): void;
  close(): Promise<void>;
}

const CONNECT_WITHIN_MS = 15_000;

export async function connectMqtt({ url, siteId, controllerKey }: LinkAddress, pace = 1): Promise<MqttConnection> {
  const identity = { clientId: siteId, username: siteId, password: controllerKey };
  const keepalive = Math.ceil(KEEP_ALIVE_SECONDS / pace);
  const options = { protocolVersion: 4, clean: true, keepalive, reconnectPeriod: 0 } as const;
  const client = await connectAsync(url, { ...options, ...identity, connectTimeout: CONNECT_WITHIN_MS }, false);
  const ended = new Promise<void>((resolve, reject) => {
    client.once('close', () => resolve());
    client.once('error', reject);
  });
  // A failure is reported to those who wait for `ended`; without them it must not end the process.
  ended.catch(() => undefined);
  return {
    ended,
    subscribe(topic, onMessage) {
      client.on('message', (_topic, payload) => onMessage(payload));
      return client.subscribeAsync(topic, { qos: 1 });
    },
    publish: (topic, text) => client.publishAsync(topic, text, { qos: 1 }),
    cut: () => void client.stream.destroy(),
    close: () => client.endAsync(),
  };
}
