import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connectAsync } from 'mqtt';
import { expect, it, onTestFinished } from 'vitest';
import { MqttEndpoint } from './mqtt-endpoint.ts';

it('gives nobody what another published, whatever both are allowed', async () => {
  const connect = await openEndpoint();
  const [sender, receiver] = [await connect(), await connect()];
  const received: string[] = [];
  receiver.on('message', (topic) => received.push(topic));
  await receiver.subscribeAsync(['#', '$SYS/#'], { qos: 1 });
  await sender.publishAsync('a/report', 'x', { qos: 1, retain: true });
  await connect();
  // What was sent to it before this answer has come before it, too.
  await receiver.subscribeAsync('a/report', { qos: 1 });
  expect(received).toEqual([]);
});

/** An endpoint that refuses nothing; the result connects to it. */
async function openEndpoint() {
  const endpoint = await MqttEndpoint.open({});
  const server = createServer((socket) => endpoint.handle(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await new Promise<void>((resolve) => endpoint.close(resolve));
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return () => connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
}
