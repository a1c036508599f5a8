import type { EventOptions } from '@setpoint/client';
import type { FleetEvent } from '@setpoint/contract';
import { afterEach, expect, it } from 'vitest';
import { shareEvents } from './share-events.ts';

const tabs: AbortController[] = [];
afterEach(() => tabs.splice(0).forEach((tab) => tab.abort()));

it('tabs of a client share one stream, and another one goes on after the last event', async () => {
  const log = createLog();
  const [first, second] = [openTab(log, 'one client'), openTab(log, 'one client')];
  await expect.poll(() => log.asked).toEqual([undefined]);
  log.append('1');
  log.append('2');
  await expect
    .poll(() => [first.heard, second.heard])
    .toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
  first.close();
  await expect.poll(() => log.asked).toEqual([undefined, '2']);
  log.append('3');
  await expect.poll(() => second.heard).toEqual(['1', '2', '3']);
  expect(first.heard).toEqual(['1', '2']);
});

it('a tab of another client hears nothing of it, and has a stream of its own', async () => {
  const [log, others] = [createLog(), createLog()];
  const [own, other] = [openTab(log, 'a client'), openTab(others, 'another')];
  await expect.poll(() => [log.asked, others.asked]).toEqual([[undefined], [undefined]]);
  log.append('1');
  await expect.poll(() => own.heard).toEqual(['1']);
  others.append('2');
  await expect.poll(() => other.heard).toEqual(['2']);
  expect(own.heard).toEqual(['1']);
});

function openTab(log: ReturnType<typeof createLog>, name: string) {
  const tab = new AbortController();
  tabs.push(tab);
  const heard: string[] = [];
  const onEvent = (event: object) => 'id' in event && heard.push(String(event.id));
  void shareEvents({ events: log.follow, name, signal: tab.signal, onEvent }).catch(() => undefined);
  return { heard, close: () => tab.abort() };
}

/** Events as they come, and after which each stream asked for them. */
function createLog() {
  const asked: (string | undefined)[] = [];
  const ids: string[] = [];
  let news = Promise.withResolvers<void>();
  async function* follow({ after, signal }: EventOptions = {}): AsyncGenerator<FleetEvent> {
    asked.push(after);
    const end = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    let next = after === undefined ? ids.length : ids.indexOf(after) + 1;
    for (;;) {
      if (signal?.aborted) return;
      const id = ids[next];
      if (id === undefined) await Promise.race([news.promise, end]);
      else {
        next += 1;
        yield eventOf(id);
      }
    }
  }
  return {
    asked,
    follow,
    append(id: string) {
      ids.push(id);
      news.resolve();
      news = Promise.withResolvers();
    },
  };
}

function eventOf(id: string): FleetEvent {
  const siteId = '00000000-0000-4000-8000-000000000000';
  return { id, type: 'site.online', at: '2030-01-01T00:00:00Z', siteId, data: {} };
}
