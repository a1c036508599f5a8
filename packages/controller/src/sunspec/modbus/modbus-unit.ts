import type { FairTurns } from './fair-turns.ts';
import { ModbusException, type ModbusLink } from './modbus-link.ts';
import { type ModbusPatience, NoAnswer, type OpenModbus } from './open-modbus.ts';
import { pauseAfterFailures } from './pause-after-failures.ts';

/** A request without its frame, and the reader of its answer. */
interface ModbusRequest<Answer> {
  pdu: Buffer;
  /** Throws a `ModbusException` if the device refuses, and another error if it answers something else. */
  read: (answer: Buffer) => Answer;
}

// Modbus Application Protocol 1.1b3, §6.3, §6.12 and §7.
const readHolding = 3;
const writeMultiple = 16;
const exceptionBit = 0x80;

function readRequest(address: number, count: number): ModbusRequest<number[]> {
  return {
    pdu: Buffer.from([readHolding, ...bytesOf([address, count])]),
    read: (answer) => {
      checkFunction(answer, readHolding);
      const values = wordsOf(answer.subarray(2));
      const isWhole = answer.readUInt8(1) === answer.length - 2 && values.length === count;
      if (!isWhole) throw new Error(`asked for ${count} registers, got ${values.length}`);
      return values;
    },
  };
}

function writeRequest(address: number, values: readonly number[]): ModbusRequest<void> {
  const place = bytesOf([address, values.length]);
  return {
    pdu: Buffer.from([writeMultiple, ...place, 2 * values.length, ...bytesOf(values)]),
    read: (answer) => {
      checkFunction(answer, writeMultiple);
      if (!answer.subarray(1).equals(Buffer.from(place))) throw new Error('another write was confirmed');
    },
  };
}

function checkFunction(answer: Buffer, asked: number): void {
  const [code, reason] = answer;
  if (code === asked + exceptionBit && reason !== undefined) throw new ModbusException(reason);
  if (code !== asked || reason === undefined) throw new Error('it answered another question');
}

function wordsOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 2) }, (_, index) => bytes.readUInt16BE(2 * index));
}

function bytesOf(words: readonly number[]): number[] {
  return words.flatMap((word) => [(word >> 8) & 0xff, word & 0xff]);
}

export interface ModbusTiming extends ModbusPatience {
  nowMs: () => number;
  /** From 0 to 1; spreads the attempts to connect. */
  random: () => number;
  /** An address closes each connection after its answer. */
  onOneAnswerEach?: ((place: string) => void) | undefined;
}

export interface ModbusUnit {
  /** Runs one piece of work after the other. After a reconnection, the link is another object. */
  use<Result>(work: (link: ModbusLink) => Promise<Result>): Promise<Result>;
}

/** What a unit needs of the bus that it shares. */
export interface SharedBus {
  turns: FairTurns;
  connection(): OpenModbus | Promise<OpenModbus>;
  lose(connection: OpenModbus): void;
  answered(): void;
  silent(connection: OpenModbus): void;
}

interface Identity {
  unitId: number;
  name: string;
  timing: ModbusTiming;
}

export function modbusUnit({ unitId, name, timing }: Identity, bus: SharedBus): ModbusUnit {
  // A unit that is silent waits by itself, so that it does not hold up the others each second.
  const pause = pauseAfterFailures(timing);
  let last: { connection: OpenModbus; link: ModbusLink } | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  let hasAnswered = false;

  const answered = (): void => {
    hasAnswered = true;
    bus.answered();
    pause.succeeded();
  };
  const failed = (error: unknown, connection: OpenModbus): Error => {
    if (error instanceof ModbusException) {
      answered();
      return error;
    }
    if (error instanceof NoAnswer) {
      pause.failed();
      bus.silent(connection);
    } else bus.lose(connection);
    return new Error(`The link to ${name} failed: ${textOf(error)}.`, { cause: error });
  };
  const askOver =
    (connection: OpenModbus) =>
    <Answer>({ pdu, read }: ModbusRequest<Answer>): Promise<Answer> =>
      bus.turns.take(unitId, async () => {
        try {
          const answer = read(await connection.ask(unitId, pdu));
          answered();
          return answer;
        } catch (error) {
          throw failed(error, connection);
        }
      });
  const linkNow = async (): Promise<ModbusLink> => {
    if (!pause.isOver()) throw new Error(`${name} was silent; the next attempt is due soon.`);
    const connection = await bus.connection();
    if (last?.connection === connection) return last.link;
    const ask = askOver(connection);
    // One answer that is lost is no reason to begin anew with all of them.
    const askAgain = <Answer>(request: ModbusRequest<Answer>): Promise<Answer> =>
      ask(request).catch((error: unknown) => {
        if (!hasAnswered || !isSilence(error)) throw error;
        hasAnswered = false;
        return ask(request);
      });
    const link: ModbusLink = {
      read: (address, count) => askAgain(readRequest(address, count)),
      write: (address, values) => ask(writeRequest(address, values)),
    };
    last = { connection, link };
    return link;
  };

  return {
    use: (work) => {
      const turn = lastTurn.then(async () => work(await linkNow()));
      lastTurn = turn.catch(() => undefined);
      return turn;
    },
  };
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof NoAnswer;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
