import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ModbusTCPClient, errors } from 'jsmodbus';
import { ModbusException, type ModbusLink } from './modbus-link.ts';

export interface ModbusAddress {
  host: string;
  port: number;
  unitId: number;
}

export interface ModbusTiming {
  /** Applies to connecting, and to each answer. */
  timeoutMs: number;
  nowMs: () => number;
  /** From 0 to 1; spreads the attempts to connect. */
  random: () => number;
}

/** A connection that is made when it is needed, and made again after a failure. */
export interface ModbusConnection {
  /** Runs one piece of work after the other. After a reconnection, the link is another object. */
  use<Result>(work: (link: ModbusLink) => Promise<Result>): Promise<Result>;
  close(): void;
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
// The longest answer in Modbus TCP has 260 bytes.
const mostBytesPerAnswer = 260;

export function modbusConnection(address: ModbusAddress, timing: ModbusTiming): ModbusConnection {
  let open: OpenLink | undefined;
  let failures = 0;
  let failedAtMs = 0;
  let pauseMs = 0;
  let isClosed = false;
  let lastTurn: Promise<unknown> = Promise.resolve();

  const onFailure = (): void => {
    open = undefined;
    failures += 1;
    const ceilingMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    failedAtMs = timing.nowMs();
    pauseMs = timing.random() * ceilingMs;
  };
  const onAnswer = (): void => {
    failures = 0;
  };
  const linkNow = async (): Promise<ModbusLink> => {
    if (isClosed) throw new Error('The connection is closed.');
    if (open?.isOpen()) return open;
    const waitedMs = timing.nowMs() - failedAtMs;
    // A clock that was set back must not make the pause longer.
    if (waitedMs >= 0 && waitedMs < pauseMs)
      throw new Error(`No link to ${textOf(address)}; the next attempt is due soon.`);
    try {
      open = await openLink(address, timing.timeoutMs, { onFailure, onAnswer });
      return open;
    } catch (error) {
      onFailure();
      throw new Error(`${textOf(address)} cannot be reached.`, { cause: error });
    }
  };

  return {
    use: (work) => {
      const turn = lastTurn.then(async () => work(await linkNow()));
      lastTurn = turn.catch(() => undefined);
      return turn;
    },
    close: () => {
      isClosed = true;
      open?.end();
    },
  };
}

interface OpenLink extends ModbusLink {
  isOpen(): boolean;
  end(): void;
}

interface LinkEvents {
  onFailure(): void;
  onAnswer(): void;
}

async function openLink(address: ModbusAddress, timeoutMs: number, events: LinkEvents): Promise<OpenLink> {
  const socket = connect({ host: address.host, port: address.port, noDelay: true, keepAlive: true });
  const client = new ModbusTCPClient(socket, address.unitId, timeoutMs);
  const meter = limitAnswers(socket);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    socket.destroy();
    throw error;
  }

  // After anything but a clean answer, only a new connection is sure to be in step.
  const ask = async <Answer>(request: () => Promise<Answer>): Promise<Answer> => {
    meter.reset();
    try {
      const answer = await request();
      events.onAnswer();
      return answer;
    } catch (error) {
      const refusal = exceptionOf(error);
      if (refusal) {
        events.onAnswer();
        throw refusal;
      }
      socket.destroy();
      events.onFailure();
      throw new Error(`The link to ${textOf(address)} failed: ${reasonOf(error)}.`, { cause: error });
    }
  };

  return {
    isOpen: () => !socket.destroyed && socket.readable && socket.writable,
    end: () => socket.destroy(),
    read: (start, count) =>
      ask(async () => {
        const { response } = await client.readHoldingRegisters(start, count);
        const values = Array.from(response.body.valuesAsArray);
        if (values.length !== count) throw new Error(`asked for ${count} registers, got ${values.length}`);
        return values;
      }),
    write: (start, values) =>
      ask(async () => {
        const { response } = await client.writeMultipleRegisters(start, [...values]);
        const { start: startWritten, quantity } = response.body;
        if (startWritten !== start || quantity !== values.length) throw new Error('another write was confirmed');
      }),
  };
}

/** The parser keeps what it cannot read; the limit keeps that from filling the memory. */
function limitAnswers(socket: Socket): { reset(): void } {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytesPerAnswer) socket.destroy();
  });
  // A failing request reports the cause; an idle connection is opened again when it is needed.
  socket.on('error', () => undefined);
  return {
    reset: () => {
      bytes = 0;
    },
  };
}

function exceptionOf(error: unknown): ModbusException | undefined {
  if (!isRejection(error)) return undefined;
  const body: unknown = error.response?.body;
  return errors.isExceptionResponseBody(body) ? new ModbusException(body.code, { cause: error }) : undefined;
}

function isRejection(error: unknown): error is { message: string; response?: { body: unknown } } {
  return typeof error === 'object' && error !== null && 'err' in error && 'message' in error;
}

function reasonOf(error: unknown): string {
  return error instanceof Error || isRejection(error) ? error.message : String(error);
}

function textOf({ host, port, unitId }: ModbusAddress): string {
  return `${host}:${port} unit ${unitId}`;
}
