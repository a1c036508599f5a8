/** Something that was not done, in a sentence that says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
