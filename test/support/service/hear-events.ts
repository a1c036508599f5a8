import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

interface Heard {
  readonly id: string;
  readonly siteId: string;
  readonly version: number;
}

interface HeardStream {
  readonly events: readonly Heard[];
  /** What a client would have to try again: all but a stream that the service ended. */
  readonly faults: readonly string[];
  /** How often the stream was ended, and gone on with behind the last event. */
  readonly resumed: () => number;
  end(): Promise<void>;
}

/** Listens to accepted batches by one stream after the other; begins once the first is open. */
export async function hearEvents(url: string, token: string): Promise<HeardStream> {
  const events: Heard[] = [];
  const faults: string[] = [];
  const over = new AbortController();
  const begun = Promise.withResolvers<void>();
  let lastId: string | undefined;
  let streams = 0;

  function take(block: string): void {
    const id = /^id: (.*)$/m.exec(block)?.[1];
    if (id === undefined) return;
    lastId = id;
    begun.resolve();
    const text = /^data: (.*)$/m.exec(block)?.[1] ?? '';
    if (block.includes('event: log.gap')) faults.push(`a stream of events had a gap: ${text}`);
    if (block.includes('event: log.')) return;
    const { siteId, data } = JSON.parse(text) as { siteId: string; data: { version: number } };
    events.push({ id, siteId, version: data.version });
  }
  async function hearOne(): Promise<void> {
    const resume = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
    const headers = { Authorization: `Bearer ${token}`, ...resume };
    const sent = request(`${url}/api/v1/fleet/events?types=batch.accepted`, {
      headers,
      agent: false,
      signal: over.signal,
    });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    streams += 1;
    if (answer.statusCode !== 200) faults.push(`a stream of events was answered with ${answer.statusCode}`);
    let rest = '';
    for await (const chunk of answer.setEncoding('utf8')) {
      const blocks = (rest + String(chunk)).split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  }
  const hearing = (async () => {
    while (!over.signal.aborted) {
      await hearOne().catch(
        (cause: unknown) => over.signal.aborted || faults.push(`a stream of events: ${String(cause)}`),
      );
    }
  })();
  await begun.promise;
  return {
    events,
    faults,
    resumed: () => streams - 1,
    async end() {
      over.abort();
      await hearing;
    },
  };
}
