import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Ask, askAt, type Question } from './ask.ts';
import type { Attack, Field, Who } from './attack.ts';
import { beat, pause } from './pause.ts';

const PATIENCE_MS = 60_000;

export interface Rate {
  /** Under way at once. */
  readonly lanes: number;
  readonly perSecond: number;
}

/** Does it again and again in so many lanes, and no more often than said. */
export async function flood({ over }: Field, { lanes, perSecond }: Rate, once: () => Promise<void>): Promise<void> {
  const everyMs = (1_000 * lanes) / perSecond;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      await pause((everyMs * lane) / lanes, over);
      while (!over.aborted) {
        const startedAt = performance.now();
        await once();
        await pause(everyMs - (performance.now() - startedAt), over);
      }
    }),
  );
}

/** An attack of requests, drawn one after the other. */
export function floodOf(
  attack: { readonly name: string; readonly who: Who } & Rate,
  questionsOf: (field: Field) => (index: number) => Question,
): Attack {
  const { name, who, ...rate } = attack;
  return {
    name,
    who,
    async run(field) {
      const ask = askFrom(field, rate.lanes);
      const draw = questionsOf(field);
      let index = 0;
      await flood(field, rate, async () => {
        const { status } = await ask(draw((index += 1)));
        field.count(status === 0 ? 'no answer' : String(status));
      });
    },
  };
}

/** Asks from the address of the attack; what is under way when it is over is cut off. */
export function askFrom(
  { world, over, localAddress }: Field,
  connections: number,
  { isForgetful = true }: { readonly isForgetful?: boolean } = {},
): Ask {
  return askAt(world, { connections, localAddress, withinMs: PATIENCE_MS, isForgetful, over });
}

export interface Crowd {
  readonly most: number;
  readonly perSecond: number;
}

/** Keeps so many connections open; each that the service closes is replaced. */
export async function crowd(field: Field, { most, perSecond }: Crowd, open: () => Socket): Promise<void> {
  const sockets = new Set<Socket>();
  await beat(1_000 / perSecond, field.over, () => {
    if (sockets.size >= most) return;
    const socket = open();
    sockets.add(socket);
    field.count('opened');
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        if (!field.over.aborted) field.count('closed by the service');
      });
  });
  field.count(`still open at the end`, sockets.size);
  for (const socket of sockets) socket.destroy();
}

/** A connection that speaks no TLS, or none yet. */
export function openPlain({ localAddress }: Field, port: number): Socket {
  return connect({ host: '127.0.0.1', port, localAddress });
}

/** A connection that has its handshake behind it. */
export function openEncrypted({ world, localAddress }: Field, port = world.httpsPort): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  const encrypted = connectTls({ socket, ca: world.cert, host: '127.0.0.1' });
  socket.on('error', () => encrypted.destroy());
  return encrypted;
}
