import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { pause } from './pause.ts';
import type { World } from './world.ts';

const PATH = '/api/v1/fleet/events?types=batch.accepted';
const AGAIN_AFTER_MS = 200;

/** Listens as the SDK does: what breaks is resumed behind the last event. */
export async function listenToEvents(
  { httpsPort: port, cert: ca, traderToken }: World,
  over: AbortSignal,
  onBatch: (batchId: string) => void,
): Promise<void> {
  let lastId: string | undefined;
  const take = (line: string): void => {
    if (line.startsWith('id: ')) lastId = line.slice(4);
    const batchId = /^data: .*"batchId":"([0-9a-f-]{36})"/.exec(line)?.[1];
    if (batchId !== undefined) onBatch(batchId);
  };
  while (!over.aborted) {
    try {
      const resume = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
      const headers = { Authorization: `Bearer ${traderToken}`, ...resume };
      const sent = request({ host: '127.0.0.1', port, path: PATH, ca, agent: false, headers, signal: over });
      sent.end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      let rest = '';
      for await (const chunk of answer.setEncoding('utf8')) {
        const lines = (rest + String(chunk)).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(take);
      }
    } catch {
      // Resumed below.
    }
    await pause(AGAIN_AFTER_MS, over);
  }
}
