/** An answer that is no success, with the time for which the service asks to be left alone. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
