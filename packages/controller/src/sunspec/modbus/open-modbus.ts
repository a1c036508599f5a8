import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { bytesOfFrame, modbusFrames, type ModbusFrame } from './modbus-frames.ts';

/** One open connection, which carries one request at a time. */
export interface OpenModbus {
  /** Fails with `NoAnswer` if there is none in time; any other failure has ended the connection. */
  ask(unitId: number, pdu: Buffer): Promise<Buffer>;
  isOpen(): boolean;
  end(): void;
}

/** Nothing came in time. The connection is in step: a late answer is known by its number, and dropped. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export interface ModbusPatience {
  /** Applies to connecting, and to each answer. */
  timeoutMs: number;
  /** Ends the wait for an answer; `setTimeout` if left out. */
  startTimer?: ((giveUp: () => void, ms: number) => NodeJS.Timeout) | undefined;
}

interface Place {
  host: string;
  port: number;
}

interface Pending {
  transactionId: number;
  unitId: number;
  settle(outcome: Buffer | Error): void;
}

export async function openModbus({ host, port }: Place, patience: ModbusPatience): Promise<OpenModbus> {
  const socket = connect({ host, port, noDelay: true, keepAlive: true });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patience.timeoutMs) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return exchange(socket, patience);
}

function exchange(socket: Socket, { timeoutMs, startTimer = setTimeout }: ModbusPatience): OpenModbus {
  const frames = modbusFrames();
  const late = new Set<number>();
  let pending: Pending | undefined;
  let lastId = 0;

  const fail = (error: Error): void => {
    socket.destroy();
    pending?.settle(error);
  };
  const receive = ({ transactionId, unitId, pdu }: ModbusFrame): void => {
    if (late.delete(transactionId)) return;
    if (transactionId !== pending?.transactionId) throw new Error('it answered a request that nobody sent');
    // Behind a gateway, these would be the values of another device.
    if (unitId !== pending.unitId) throw new Error(`unit ${unitId} answered`);
    pending.settle(pdu);
  };
  const isOpen = (): boolean => !socket.destroyed && socket.readable && socket.writable;

  socket.on('data', (bytes: Buffer) => {
    try {
      frames.take(bytes).forEach(receive);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('it hung up')));
  socket.on('end', () => fail(new Error('it hung up')));

  return {
    isOpen,
    end: () => fail(new Error('the connection was closed')),
    ask: async (unitId, pdu) => {
      if (!isOpen()) throw new Error('the connection has ended');
      lastId = (lastId + 1) % 0x1_0000;
      const transactionId = lastId;
      const giveUp = (): void => {
        late.add(transactionId);
        if (frames.isWithin()) fail(new Error('half an answer came'));
        else pending?.settle(new NoAnswer(`no answer came within ${timeoutMs} ms`));
      };
      const timer = startTimer(giveUp, timeoutMs);
      try {
        return await new Promise<Buffer>((resolve, reject) => {
          pending = {
            transactionId,
            unitId,
            settle: (outcome) => {
              pending = undefined;
              if (outcome instanceof Error) reject(outcome);
              else resolve(outcome);
            },
          };
          socket.write(bytesOfFrame({ transactionId, unitId, pdu }));
        });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
