import { AppError, type ErrorCode } from '@setpoint/contract';

interface Refusal {
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A refusal that tells programs more than its code does. */
export class RefusalWithHeaders extends AppError {
  readonly headers: Refusal['headers'];

  constructor(code: ErrorCode, { message, headers }: Refusal) {
    super(code, message);
    this.headers = headers;
  }
}
