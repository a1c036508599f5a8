import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Damage = 'cut' | 'stall' | 'delay';
export type Direction = 'up' | 'down';

export type FrameProxy = Awaited<ReturnType<typeof startFrameProxy>>;

interface Order {
  readonly how: Damage;
  readonly direction: Direction;
  readonly frame: number;
  transactions: number;
  readonly done: (isDone: boolean) => void;
}

const DELAY_MS = 700;
const MOST_TRANSACTIONS = 40;

/** A way to PostgreSQL that knows where one message ends and the next begins. */
export async function startFrameProxy(to: string) {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let order: Order | undefined;

  function finish(isDone: boolean): void {
    order?.done(isDone);
    order = undefined;
  }
  /** What to do in front of this frame, if anything; then nothing is ordered any more. */
  function takeOrder(counted: Record<Direction, number>, direction: Direction): Damage | undefined {
    if (order?.direction !== direction || order.frame !== counted[direction]) return undefined;
    const { how } = order;
    finish(true);
    return how;
  }
  function noteEnd(): void {
    if (order === undefined) return;
    order.transactions += 1;
    if (order.transactions >= MOST_TRANSACTIONS) finish(false);
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    join({ client, upstream, takeOrder, noteEnd });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(to);
  url.port = String(typeof address === 'object' ? address?.port : 0);
  return {
    url: url.href,
    damage: (how: Damage, direction: Direction, frame: number) =>
      new Promise((done) => {
        order = { how, direction, frame, transactions: 0, done };
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Joined {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly takeOrder: (counted: Record<Direction, number>, direction: Direction) => Damage | undefined;
  readonly noteEnd: () => void;
}

function join({ client, upstream, takeOrder, noteEnd }: Joined): void {
  const counted = { up: 0, down: 0 };
  const held: Record<Direction, Buffer[] | undefined> = { up: undefined, down: undefined };
  let isInTransaction = false;
  let isStalled = false;

  function pass(frame: Buffer, direction: Direction, to: Socket): void {
    if (direction === 'up' && isBegin(frame)) {
      Object.assign(counted, { up: 0, down: 0 });
      isInTransaction = true;
    }
    if (isInTransaction) {
      counted[direction] += 1;
      if (!isStalled) suffer(takeOrder(counted, direction), direction, to);
      isInTransaction = direction === 'up' || !isEnd(frame);
      if (!isInTransaction) noteEnd();
    }
    if (isStalled || client.destroyed) return;
    const waiting = held[direction];
    if (waiting === undefined) to.write(frame);
    else waiting.push(frame);
  }
  function suffer(how: Damage | undefined, direction: Direction, to: Socket): void {
    if (how === 'cut') client.destroy();
    else if (how === 'stall') isStalled = true;
    else if (how === 'delay') holdBack(direction, to);
  }
  function holdBack(direction: Direction, to: Socket): void {
    const waiting: Buffer[] = [];
    held[direction] = waiting;
    setTimeout(() => {
      held[direction] = undefined;
      to.write(Buffer.concat(waiting));
    }, DELAY_MS);
  }
  const up = splitFrames(true);
  const down = splitFrames(false);
  client.on('data', (chunk: Buffer) => up(chunk).forEach((frame) => pass(frame, 'up', upstream)));
  upstream.on('data', (chunk: Buffer) => down(chunk).forEach((frame) => pass(frame, 'down', client)));
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroy());
}

/** Cuts what arrives into whole messages; the first that a client sends has no type in front. */
function splitFrames(isUntypedFirst: boolean): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  let typeLength = isUntypedFirst ? 0 : 1;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const frames: Buffer[] = [];
    while (rest.length >= typeLength + 4) {
      const length = typeLength + rest.readUInt32BE(typeLength);
      if (rest.length < length) break;
      frames.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      typeLength = 1;
    }
    return frames;
  };
}

const BIND = 'B'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

function isBegin(frame: Buffer): boolean {
  return frame[0] === BIND && frame.includes('\0BEGIN\0');
}

function isEnd(frame: Buffer): boolean {
  return frame[0] === READY && frame[5] === IDLE;
}
