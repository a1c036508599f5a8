import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { request as requestTls } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

interface Heard {
  readonly siteId: string;
  readonly batchId: string;
  readonly version: number;
}

interface Listening {
  readonly url: string;
  readonly token: string;
  readonly ca?: string;
  readonly onBatch: (batch: Heard) => void;
}

const AGAIN_AFTER_MS = 200;

/** Listens to accepted batches by one stream after the other, each behind the last event; begins once the first is open. */
export async function hearEvents({ url, token, ca, onBatch }: Listening) {
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
    const { siteId, data } = JSON.parse(text) as { siteId: string; data: Omit<Heard, 'siteId'> };
    onBatch({ siteId, ...data });
  }
  async function hearOne(): Promise<void> {
    const resume = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
    const headers = { Authorization: `Bearer ${token}`, ...resume };
    const options = { headers, agent: false, signal: over.signal } as const;
    const path = `${url}/api/v1/fleet/events?types=batch.accepted`;
    const sent = ca === undefined ? request(path, options) : requestTls(path, { ...options, ca });
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
      await hearOne().catch(async (cause: unknown) => {
        if (over.signal.aborted) return;
        faults.push(`a stream of events: ${String(cause)}`);
        await wait(AGAIN_AFTER_MS);
      });
    }
  })();
  await begun.promise;
  return {
    faults,
    resumed: () => streams - 1,
    async end() {
      over.abort();
      await hearing;
    },
  };
}
