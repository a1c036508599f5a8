import type { FleetEvent } from '@setpoint/contract';

/** For tests: listens to a stream of events, and keeps what it heard. */
export function listenToEvents(url: string, request: RequestInit) {
  const events: FleetEvent[] = [];
  const begun = Promise.withResolvers<void>();
  let heard = Promise.withResolvers<void>();
  async function run(): Promise<void> {
    const response = await fetch(url, request);
    begun.resolve();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined && !block.includes('event: log.')) events.push(JSON.parse(data) as FleetEvent);
      }
      heard.resolve();
      heard = Promise.withResolvers();
    }
  }
  return {
    events,
    ready: begun.promise,
    ended: run().catch(() => undefined),
    async until(isSo: (heardSoFar: readonly FleetEvent[]) => boolean): Promise<void> {
      while (!isSo(events)) await heard.promise;
    },
  };
}
