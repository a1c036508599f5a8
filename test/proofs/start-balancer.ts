import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setInterval } from 'node:timers/promises';
import type { NodePorts } from './node-at.ts';

const LOOK_EVERY_MS = 100;

/** Deals out requests and MQTT connections, in turn, to the nodes that say that they are ready; nothing is repeated. */
export async function startBalancer(
  entry: { readonly http: number; readonly mqtt: number },
  nodes: readonly NodePorts[],
) {
  const sockets = new Set<Socket>();
  let ready = await readyOf(nodes);
  let turn = 0;
  const over = new AbortController();

  async function look(): Promise<void> {
    for await (const _ of setInterval(LOOK_EVERY_MS, undefined, { signal: over.signal })) ready = await readyOf(nodes);
  }
  function next(): NodePorts | undefined {
    turn += 1;
    return ready[turn % ready.length];
  }
  const http = createHttpServer((asked, answer) => passOn(asked, answer, next()?.http));
  const mqtt = createServer((near) => {
    for (const socket of join(near, next()?.mqtt)) {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    }
  });
  await listen(http, entry.http);
  await listen(mqtt, entry.mqtt);
  const looking = look().catch(() => undefined);
  return {
    url: `http://127.0.0.1:${entry.http}`,
    async [Symbol.asyncDispose]() {
      over.abort();
      await looking;
      for (const socket of sockets) socket.destroy();
      http.closeAllConnections();
      http.close();
      mqtt.close();
    },
  };
}

async function readyOf(nodes: readonly NodePorts[]): Promise<NodePorts[]> {
  const answers = await Promise.all(nodes.map(({ ops }) => isReady(`http://127.0.0.1:${ops}/readyz`)));
  return nodes.filter((_, index) => answers[index]);
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}

// Each request on a connection of its own: what fails is the node's doing, not that of a connection kept too long.
function passOn(asked: IncomingMessage, answer: ServerResponse, port: number | undefined): void {
  const { url: path, method, headers } = asked;
  const passed = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answered) => {
    const { connection: _connection, ...others } = answered.headers;
    answer.writeHead(answered.statusCode ?? 0, others);
    // A stream of events may begin long before its first event.
    answer.flushHeaders();
    answered.on('error', () => answer.destroy()).pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  answer.once('close', () => passed.destroy());
  asked.pipe(passed);
}

function join(near: Socket, port: number | undefined): Socket[] {
  if (port === undefined) {
    near.destroy();
    return [near];
  }
  const far = connect(port, '127.0.0.1');
  near.pipe(far).pipe(near);
  near.once('close', () => far.destroy());
  far.once('close', () => near.destroy());
  return [near, far];
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
