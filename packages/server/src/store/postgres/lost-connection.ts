/** No connection was to be had, or it broke before all of the answer had come. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** For whoever waits for a connection. */
export function throwLost(cause: unknown): never {
  throw new LostConnection(cause);
}
