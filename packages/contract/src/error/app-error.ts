import type { ErrorCode } from './schema.ts';

/** A failure that a person can act on; each transport maps its code to an answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
