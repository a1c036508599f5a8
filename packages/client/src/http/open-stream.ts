import { type Call, requestOf } from './call.ts';
import { type Endpoint, failureOf, noAnswer } from './send-request.ts';
import { SetpointError } from '../setpoint-error.ts';
import type { TokenSource } from '../identity/token-source.ts';

interface StreamCall extends Pick<Call, 'path' | 'query'> {
  readonly signal: AbortSignal;
}

/** Opens an answer that is read as it comes. */
export type OpenStream = (call: StreamCall) => Promise<AsyncIterable<Uint8Array>>;

// The service says something every 15 s: one that is silent for longer is gone.
const SILENT_MS = 45_000;

export function createOpenStream(endpoint: Endpoint, tokens: TokenSource): OpenStream {
  async function open(call: StreamCall, token: string): Promise<AsyncIterable<Uint8Array>> {
    const { url, fetch = globalThis.fetch } = endpoint;
    const silence = new AbortController();
    const patience = { ...silenceTimer(silence), url };
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const signal = AbortSignal.any([call.signal, silence.signal]);
    try {
      const { path } = requestOf({ ...call, method: 'GET' });
      const response = await fetch(url.replace(/\/+$/, '') + path, { headers, signal, redirect: 'error' });
      if (!response.ok || response.body === null) throw await failureOf(response);
      return chunksOf(response.body, patience);
    } catch (cause) {
      patience.end();
      throw cause instanceof SetpointError ? cause : noAnswer(url, cause);
    }
  }
  return async (call) => {
    const token = await tokens.current();
    try {
      return await open(call, token);
    } catch (cause) {
      const isRefused = cause instanceof SetpointError && cause.status === 401;
      if (!isRefused || !tokens.discard(token)) throw cause;
    }
    return open(call, await tokens.current());
  };
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
    // A caller that stops reading wants no more of it.
    await reader.cancel().catch(() => undefined);
  }
}
