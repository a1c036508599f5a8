/** One open connection to one unit. A failure other than a `ModbusException` ends it. */
export interface ModbusLink {
  read(address: number, count: number): Promise<readonly number[]>;
  write(address: number, values: readonly number[]): Promise<void>;
}

// Modbus Application Protocol 1.1b3, §7.
const names: Readonly<Record<number, string>> = {
  1: 'illegal function',
  2: 'illegal data address',
  3: 'illegal data value',
  4: 'device failure',
  5: 'acknowledge',
  6: 'device busy',
  8: 'memory parity error',
  10: 'gateway path unavailable',
  11: 'no answer behind the gateway',
};
const illegalValue = 3;
const aboutAddresses: readonly number[] = [2, 3];
const passing: readonly number[] = [5, 6, 10, 11];

/** The device understood the request and refused it. */
export class ModbusException extends Error {
  override readonly name = 'ModbusException';
  readonly code: number;

  constructor(code: number) {
    const name = names[code];
    super(`The device refuses with Modbus exception ${code}${name === undefined ? '' : ` (${name})`}.`);
    this.code = code;
  }

  /** There are no such registers. */
  get isAboutAddress(): boolean {
    return aboutAddresses.includes(this.code);
  }

  /** It takes no such number of registers at once, if there are any. */
  get isAboutValue(): boolean {
    return this.code === illegalValue;
  }

  /** The same request may be answered later. */
  get isPassing(): boolean {
    return passing.includes(this.code);
  }
}
