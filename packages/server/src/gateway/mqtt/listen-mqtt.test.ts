import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/make-certificate.ts';
import { listenMqtt } from './listen-mqtt.ts';

// Node only told of it, and 560 such connections took all that the process could have.
it('closes a connection that says nothing in place of a handshake', async () => {
  const taken: unknown[] = [];
  const certificate = { ...(await makeCertificate(Date.now())), handshakeTimeoutMs: 100 };
  const listener = await listenMqtt((socket) => taken.push(socket), { host: '127.0.0.1', port: 0, certificate });
  await once(connect(listener.port, '127.0.0.1'), 'close');
  expect(taken).toEqual([]);
  listener.close();
});
