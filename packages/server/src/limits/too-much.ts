import { AppError } from '@setpoint/contract';

/** What a caller is refused with that asks for more than its share, and after how long it may try again. */
export class TooMuch extends AppError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds = 1) {
    super('too_many_requests', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Refuses a caller that has too much of one kind of work under way. */
export function tooMuchOf(what: string): () => TooMuch {
  return () => new TooMuch(`${what}; wait for an answer before you ask for more`);
}
