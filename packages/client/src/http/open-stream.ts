import { SetpointError } from '../setpoint-error.ts';
import { failureOf, noAnswer } from './failure-of.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { anyOf } from './any-of.ts';
import { fetchFrom } from './send-request.ts';
import type { BoundedEndpoint } from './send-within.ts';

// The service sends something every 15 s: if nothing comes for longer, the connection is dead.
const SILENT_MS = 45_000;

/** Opens an answer that is read while it arrives, until the signal or the service ends it. */
export async function openStream(
  { signal, timeoutMs = SILENT_MS, ...endpoint }: BoundedEndpoint,
  request: OutgoingRequest,
): Promise<AsyncIterable<Uint8Array>> {
  const patience = createPatience(timeoutMs);
  const streamed = { ...request, headers: { ...request.headers, accept: 'text/event-stream' } };
  try {
    const response = await fetchFrom(endpoint, streamed, anyOf(signal, patience.end));
    if (!response.ok || response.body === null) throw failureOf(response, await response.text());
    return chunksOf(response.body, patience, endpoint.url);
  } catch (cause) {
    patience.renew(false);
    throw cause instanceof SetpointError ? cause : noAnswer(endpoint.url, cause, signal);
  }
}

interface Patience {
  readonly end: AbortSignal;
  /** Waits anew from now on, or no longer. */
  readonly renew: (isWaiting?: boolean) => void;
}

function createPatience(timeoutMs: number): Patience {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function renew(isWaiting = true): void {
    clearTimeout(timer);
    if (isWaiting) timer = setTimeout(() => silence.abort(), timeoutMs);
  }
  renew();
  return { end: silence.signal, renew };
}

async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { renew }: Patience,
  url: string,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      renew();
      yield value;
    }
  } catch (cause) {
    throw noAnswer(url, cause);
  } finally {
    renew(false);
    // The caller has stopped reading.
    await reader.cancel().catch(() => undefined);
  }
}
