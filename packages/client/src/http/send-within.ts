import { SetpointError } from '../setpoint-error.ts';
import { anyOf } from './any-of.ts';
import type { CallOptions } from './call-options.ts';
import type { Endpoint } from './endpoint.ts';
import { noAnswer } from './failure-of.ts';

/** Where to send a request, and what ends the wait for its answer. */
export type BoundedEndpoint = Endpoint & CallOptions;

/** Sends a request once, within the signal and the time of its call; what is waited for before it counts, too. */
export async function sendWithin<Result>(
  endpoint: Endpoint,
  { signal, timeoutMs }: CallOptions,
  send: (bounded: BoundedEndpoint) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) {
    const known = { status: 0, code: 'aborted', message: 'the call was ended before it was sent' };
    throw new SetpointError({ ...known, batchOutcome: 'not-applied' }, { cause: signal.reason });
  }
  // Not every Node 20 and browser has `AbortSignal.any`: without options, nothing needs it.
  if (signal === undefined && timeoutMs === undefined) return send(endpoint);
  const end = anyOf(signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs));
  return new Promise((resolve, reject) => {
    end.addEventListener('abort', () => reject(noAnswer(endpoint.url, end.reason, end)));
    send({ ...endpoint, timeoutMs: timeoutMs ?? endpoint.timeoutMs, signal: end }).then(resolve, reject);
  });
}
