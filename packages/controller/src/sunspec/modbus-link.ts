/** One open connection to one unit. A failure other than a `ModbusException` ends it. */
export interface ModbusLink {
  read(address: number, count: number): Promise<readonly number[]>;
  write(address: number, values: readonly number[]): Promise<void>;
}

/** The device understood the request and refused it. */
export class ModbusException extends Error {
  override readonly name = 'ModbusException';
  readonly code: number;

  constructor(code: number, options: ErrorOptions) {
    super(`The device refuses with Modbus exception ${code}.`, options);
    this.code = code;
  }
}
