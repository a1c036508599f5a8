import { SetpointError } from '../setpoint-error.ts';
import type { TokenSource } from './token-source.ts';

/** Runs a request with a token. If the token is refused, renews it and runs the request once more. */
export async function withToken<Result>(tokens: TokenSource, run: (token: string) => Promise<Result>): Promise<Result> {
  const token = await tokens.current();
  try {
    return await run(token);
  } catch (cause) {
    const isRefused = cause instanceof SetpointError && cause.status === 401;
    if (!isRefused || !tokens.discard(token)) throw cause;
  }
  return run(await tokens.current());
}
