import { ModbusException } from './modbus-link.ts';

/** A request without its frame, and the reader of its answer. */
export interface ModbusRequest<Answer> {
  pdu: Buffer;
  /** Throws a `ModbusException` if the device refuses, and another error if it answers something else. */
  read: (answer: Buffer) => Answer;
}

// Modbus Application Protocol 1.1b3, §6.3, §6.12 and §7.
const readHolding = 3;
const writeMultiple = 16;
const exceptionBit = 0x80;

export function readRequest(address: number, count: number): ModbusRequest<number[]> {
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

export function writeRequest(address: number, values: readonly number[]): ModbusRequest<void> {
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
