import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newSite } from '../../testing/new-site.ts';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { openEventTail, storeThatWakes } from './event-tail.ts';
import { readEvents } from './read-events.ts';

describe.each(STORE_KINDS)('the end of the log, on %s', (kind) => {
  const opened = storeOfEachTest(kind);

  it('is read to its end, and once for many writes that follow each other closely', async () => {
    let reads = 0;
    const read: typeof opened.store.read = (transaction, input) => {
      if (Object.is(transaction, readEvents)) reads += 1;
      return opened.store.read(transaction, input);
    };
    const onFailure = (cause: unknown) => expect.unreachable(String(cause));
    // On PostgreSQL what another transaction holds back is found by looking again.
    const tail = await openEventTail({ store: { ...opened.store, read }, onFailure, lookEveryMs: 50 });
    const start = tail.end();
    const store = storeThatWakes(opened.store, tail);
    const names = Array.from({ length: 300 }, (_, index) => `site ${index}`);
    for (let at = 0; at < names.length; at += 100) {
      await Promise.all(names.slice(at, at + 100).map((siteName) => newSite(store, 0, { siteName })));
    }
    await expect.poll(() => tail.after(start)?.length).toBe(names.length);
    const readsOf300Turns = async () => {
      reads = 0;
      for (let turns = 0; turns < 300; turns += 1) {
        tail.wake();
        await turn();
      }
      return reads;
    };
    expect(await readsOf300Turns()).toBeLessThan(20);
    const noHurry = tail.hurry();
    const busy = await readsOf300Turns();
    expect(busy).toBeLessThan(150);
    noHurry();
    await newSite(store, 0);
    await expect.poll(() => tail.after(start)?.length).toBe(names.length + 1);
    tail.stop();
  });
});
