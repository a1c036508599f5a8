import { backOffMs } from '../http/back-off-ms.ts';
import { isPassing } from '../http/is-passing.ts';
import { waitMs } from '../http/wait-ms.ts';
import { parseSse } from './parse-sse.ts';

export interface StreamOptions {
  /** The id of the message to continue after. */
  readonly after?: string | undefined;
  /** Whether to connect again at the end; true if left out. */
  readonly follow?: boolean;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
}

type Connect = (after: string | undefined, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** What server-sent events say. If the connection breaks, it connects again, after the last id. */
export async function* followStream<Message>(
  connect: Connect,
  { after, follow = true, signal = new AbortController().signal }: StreamOptions,
): AsyncGenerator<Message> {
  let place = after;
  // How many connections in a row brought nothing, and the wait before another one that the service asked for.
  let failures = 0;
  let askedMs = 0;

  async function* readOnce(): AsyncGenerator<Message> {
    for await (const { id, data, retryMs } of parseSse(await connect(place, signal))) {
      // What had arrived by then is not shown any more.
      if (signal.aborted) return;
      failures = 0;
      place = id ?? place;
      askedMs = retryMs ?? askedMs;
      if (data !== '') yield JSON.parse(data) as Message;
    }
  }
  while (!signal.aborted) {
    try {
      yield* readOnce();
      if (!follow) return;
    } catch (cause) {
      if (!isPassing(cause) && !signal.aborted) throw cause;
    }
    failures += 1;
    await waitMs(askedMs + backOffMs(failures), signal);
  }
}
