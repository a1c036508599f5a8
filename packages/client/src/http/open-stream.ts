import { SetpointError } from '../setpoint-error.ts';
import type { Endpoint } from './endpoint.ts';
import { failureOf, noAnswer } from './failure-of.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { fetchFrom } from './send-request.ts';

// The service sends something every 15 s: if nothing comes for longer, the connection is dead.
const SILENT_MS = 45_000;

/** Opens an answer that is read while it arrives, until the signal or the service ends it. */
export async function openStream(
  endpoint: Endpoint,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const silence = new AbortController();
  const patience = { ...silenceTimer(silence), url: endpoint.url };
  const streamed = { ...request, headers: { ...request.headers, accept: 'text/event-stream' } };
  try {
    const response = await fetchFrom(endpoint, streamed, AbortSignal.any([signal, silence.signal]));
    if (!response.ok || response.body === null) throw failureOf(response, await response.text());
    return chunksOf(response.body, patience);
  } catch (cause) {
    patience.end();
    throw cause instanceof SetpointError ? cause : noAnswer(endpoint.url, cause);
  }
}

interface Patience {
  readonly url: string;
  renew(): void;
  end(): void;
}

function silenceTimer(silence: AbortController): Omit<Patience, 'url'> {
  const start = () => setTimeout(() => silence.abort(), SILENT_MS);
  let timer = start();
  return {
    renew() {
      clearTimeout(timer);
      timer = start();
    },
    end: () => clearTimeout(timer),
  };
}

async function* chunksOf(body: ReadableStream<Uint8Array>, patience: Patience): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      patience.renew();
      yield value;
    }
  } catch (cause) {
    throw noAnswer(patience.url, cause);
  } finally {
    patience.end();
    // The caller has stopped reading.
    await reader.cancel().catch(() => undefined);
  }
}
