import { KEEP_ALIVE_SECONDS } from '@setpoint/contract';
import { connectAsync, type IClientOptions } from 'mqtt';
import type { LinkAddress } from './link.ts';
import { readCertificate } from './read-certificate.ts';

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

export async function connectMqtt(address: LinkAddress, pace = 1): Promise<MqttConnection> {
  const { url, siteId, controllerKey, certificate } = address;
  const shown = certificate && (await readCertificate(certificate));
  const identity = { clientId: siteId, username: siteId, password: controllerKey };
  const keepalive = Math.ceil(KEEP_ALIVE_SECONDS / pace);
  const options = { protocolVersion: 4, clean: true, keepalive, reconnectPeriod: 0 } as const;
  const all = { ...placeOf(url), ...options, ...identity, ...shown, connectTimeout: CONNECT_WITHIN_MS };
  const client = await connectAsync('', all, false);
  const ended = new Promise<void>((resolve, reject) => {
    client.once('close', () => resolve());
    client.once('error', reject);
  });
  // A failure is reported to those who wait for `ended`; without them it must not end the process.
  ended.catch(() => undefined);
  return {
    ended,
    subscribe(topic, onMessage) {
      client.on('message', (to, payload) => {
        if (to === topic) onMessage(payload);
      });
      return client.subscribeAsync(topic, { qos: 1 });
    },
    publish: (topic, text) => client.publishAsync(topic, text, { qos: 1 }),
    cut: () => void client.stream.destroy(),
    close: () => client.endAsync(),
  };
}

// The package reads addresses with a function that Node 26 warns of.
function placeOf(url: string): Pick<IClientOptions, 'protocol' | 'host' | 'port'> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'mqtt:' && protocol !== 'mqtts:') throw new Error(`${url} is neither mqtt:// nor mqtts://`);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { protocol: protocol === 'mqtt:' ? 'mqtt' : 'mqtts', host, ...(port === '' ? {} : { port: Number(port) }) };
}
