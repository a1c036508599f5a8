import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connectForeign, mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { startKeptSite } from '../../interface/kept-site.ts';
import { startedForTests } from '../../support/service/serve-tests.ts';

const STRANGERS = 100;
const CLAIM = Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]);
const CLAIMED = 256 * 2 ** 20;
const PIECE = Buffer.alloc(64 * 1024);
// What the system itself keeps of a connection that nobody reads.
const MOST_IN_BUFFERS = 16 * 2 ** 20;

const kept = startedForTests(() => startKeptSite());

it('holds nothing of what a hundred strangers send who claim 256 MB each', async () => {
  const good = await connectForeign(kept.service, await kept.operator.registerSite('good'));
  const taken = await Promise.all(Array.from({ length: STRANGERS }, () => pour(open())));
  expect(Math.max(...taken)).toBeLessThan(MOST_IN_BUFFERS);
  await good.report();
  good.client.end(true);
  await kept.expectUntouched();
});

function open(): Socket {
  const { port } = new URL(mqttUrlOf(kept.service));
  return connect(Number(port), '127.0.0.1').on('error', () => undefined);
}

/** Sends as much as is taken, up to what was claimed; says how many bytes that were. */
async function pour(socket: Socket): Promise<number> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(CLAIM);
  for (let piece = 0; piece * PIECE.length < CLAIMED && !socket.destroyed; piece += 1) {
    if (!socket.write(PIECE)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await closed;
  return socket.bytesWritten;
}
