import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What is sent over Modbus TCP, in either direction. */
interface ModbusFrame {
  transactionId: number;
  unitId: number;
  /** The function code and what belongs to it. */
  pdu: Buffer;
}

/** Puts frames together from bytes as they arrive. */
interface ModbusFrames {
  /** Throws at the first bytes that cannot be Modbus TCP: nothing after them can be trusted. */
  take(bytes: Buffer): ModbusFrame[];
  /** Whether a part of a frame has arrived, and the rest has not. */
  isWithin(): boolean;
}

// Modbus Messaging on TCP/IP 1.0b, §3.1.3: transaction, protocol, length of what follows, unit.
const headerBytes = 7;
const bytesBeforeLength = 6;
const leastLength = 2;
const mostLength = 254;

function modbusFrames(): ModbusFrames {
  let rest: Buffer = Buffer.alloc(0);

  const next = (): ModbusFrame | undefined => {
    if (rest.length < headerBytes) return undefined;
    const [transactionId, protocol, length] = [rest.readUInt16BE(0), rest.readUInt16BE(2), rest.readUInt16BE(4)];
    if (protocol !== 0 || length < leastLength || length > mostLength) throw new Error('it sends no Modbus TCP');
    const end = bytesBeforeLength + length;
    if (rest.length < end) return undefined;
    const frame = { transactionId, unitId: rest.readUInt8(bytesBeforeLength), pdu: rest.subarray(headerBytes, end) };
    rest = rest.subarray(end);
    return frame;
  };

  return {
    take: (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      const frames: ModbusFrame[] = [];
      for (let frame = next(); frame !== undefined; frame = next()) frames.push(frame);
      return frames;
    },
    isWithin: () => rest.length > 0,
  };
}

function bytesOfFrame({ transactionId, unitId, pdu }: ModbusFrame): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(transactionId, 0);
  header.writeUInt16BE(pdu.length + 1, 4);
  header.writeUInt8(unitId, bytesBeforeLength);
  return Buffer.concat([header, pdu]);
}

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

/** The other side has ended the connection. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}

export interface ModbusPatience {
  /** Applies to connecting, and to silence before an answer or within it. */
  timeoutMs: number;
  /** Ends the wait for an answer; `setTimeout` if left out. */
  startTimer?: ((giveUp: () => void, ms: number) => NodeJS.Timeout) | undefined;
}

export interface ModbusPlace {
  host: string;
  port: number;
}

interface Pending {
  transactionId: number;
  unitId: number;
  settle(outcome: Buffer | Error): void;
}

export async function openModbus({ host, port }: ModbusPlace, patience: ModbusPatience): Promise<OpenModbus> {
  const socket = connect({ host, port, noDelay: true, keepAlive: true });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patience.timeoutMs) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return exchange(socket, patience);
}

const MOST_TIMEOUTS = 10;

/** Waits as long as something comes; but for an answer that never ends, not for ever. */
function silenceTimer({ timeoutMs, startTimer = setTimeout }: ModbusPatience) {
  let timer: NodeJS.Timeout | undefined;
  let beganAtMs = 0;
  return {
    begin: (giveUp: () => void): void => {
      timer = startTimer(giveUp, timeoutMs);
      beganAtMs = performance.now();
    },
    isNot: (): void => {
      if (performance.now() - beganAtMs < MOST_TIMEOUTS * timeoutMs) timer?.refresh();
    },
    end: (): void => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

function exchange(socket: Socket, { timeoutMs, startTimer }: ModbusPatience): OpenModbus {
  const frames = modbusFrames();
  const late = new Set<number>();
  let pending: Pending | undefined;
  const silence = silenceTimer({ timeoutMs, startTimer });
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
      if (frames.isWithin()) silence.isNot();
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on('error', (cause) => fail(new HungUp(cause.message, { cause })));
  socket.on('close', () => fail(new HungUp('it hung up')));
  socket.on('end', () => fail(new HungUp('it hung up')));

  return {
    isOpen,
    end: () => fail(new Error('the connection was closed')),
    ask: async (unitId, pdu) => {
      if (!isOpen()) throw new HungUp('the connection has ended');
      lastId = (lastId + 1) % 0x1_0000;
      const transactionId = lastId;
      const giveUp = (): void => {
        late.add(transactionId);
        if (frames.isWithin()) fail(new Error('half an answer came'));
        else pending?.settle(new NoAnswer(`no answer came within ${timeoutMs} ms`));
      };
      silence.begin(giveUp);
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
        silence.end();
      }
    },
  };
}
