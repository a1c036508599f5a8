export interface CliErrorOptions extends ErrorOptions {
  /** 1 when left out. */
  readonly exitCode?: number;
}

/** Something that was not done, in a sentence that says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, message: string, { exitCode = 1, ...options }: CliErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.exitCode = exitCode;
  }
}
