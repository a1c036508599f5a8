import type { Fetch } from '@setpoint/controller/testing/rooms/protocol';
import type { MqttConnection } from '@setpoint/controller/testing/rooms/protocol';
import type { Timing } from '@setpoint/controller/testing/rooms/protocol';
import type { WireEnd } from './open-wire.ts';

const CONNECT_WITHIN_MS = 15_000;

/** What an MQTT client does between a wire and the protocol. */
export async function reachByMqtt(
  open: () => WireEnd,
  { timing, key }: { readonly timing: Timing; readonly key: string },
): Promise<MqttConnection> {
  const wire = open();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const connected = Promise.withResolvers<void>();
  const subscribed = new Map<unknown, () => void>();
  const acknowledged = new Map<unknown, () => void>();
  const onPayload = new Map<unknown, (payload: Uint8Array) => void>();
  let lastId = 0;
  wire.onClose(() => {
    end();
    connected.reject(new Error('the connection was closed'));
  });
  wire.onMessage((message) => {
    if (message.kind === 'connack') connected.resolve();
    if (message.kind === 'suback') subscribed.get(message['topic'])?.();
    if (message.kind === 'puback') acknowledged.get(message['id'])?.();
    if (message.kind === 'publish') onPayload.get(message['topic'])?.(Buffer.from(String(message['payload'])));
  });
  wire.send({ kind: 'connect', key });
  const callOff = timing.after(CONNECT_WITHIN_MS, () => wire.close());
  await connected.promise.finally(callOff);
  return {
    ended,
    subscribe(topic, onMessage) {
      onPayload.set(topic, onMessage);
      wire.send({ kind: 'subscribe', topic });
      return new Promise<void>((resolve) => subscribed.set(topic, resolve));
    },
    publish(topic, payload) {
      const id = (lastId += 1);
      wire.send({ kind: 'publish', id, topic, payload });
      return new Promise<void>((resolve) => acknowledged.set(id, resolve));
    },
    cut: () => wire.close(),
    close: async () => wire.close(),
  };
}

/** `fetch` over simulated wires, one for each request. */
export function reachByHttps(open: () => WireEnd, key: string): Fetch {
  return (path, { method, headers, body = '', signal }) =>
    new Promise((resolve, reject) => {
      const wire = open();
      wire.onMessage(({ status, text, tag }) => {
        const named = new Headers(typeof tag === 'string' ? { etag: tag } : {});
        resolve({ status: Number(status), headers: named, text: () => Promise.resolve(String(text)) });
        wire.close();
      });
      wire.onClose(() => reject(new TypeError('fetch failed')));
      signal.addEventListener('abort', () => {
        wire.close();
        reject(new Error('aborted', { cause: signal.reason }));
      });
      wire.send({ kind: 'ask', method, path, key, headers, body });
    });
}
