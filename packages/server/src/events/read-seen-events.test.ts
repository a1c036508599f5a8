import { randomUUID } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite as addedSite } from '../../testing/new-site.ts';
import { STORE_KINDS, storeOfTests } from '../../testing/open-test-store.ts';
import { type EventPosition, readEventBounds, readEvents, readSeenEvents } from './read-events.ts';

describe.each(STORE_KINDS)('the log as one client sees it, on %s', async (kind) => {
  const opened = await storeOfTests(kind);
  const newSite = () => addedSite(opened.store, 0);
  const client = randomUUID() as string as ClientId;
  const made = { clientId: client, clientName: 'c', scopes: [], secretHash: client, now: 0 };
  await opened.store.write(addClient, made);
  const start = (await opened.store.read(readEventBounds, {})).forgotten;
  await newSite();
  const own = await newSite();
  for (let other = 0; other < 5; other += 1) await newSite();
  await opened.store.write(putGrant, { clientId: client, siteId: own, canSchedule: false });

  async function all() {
    await opened.untilHandedOut();
    return (await opened.store.read(readEvents, { after: start, rows: 100 })).events;
  }

  it.each([1, 2, 3, 100])('has only what it may see, and goes on behind the rest, %d rows at once', async (rows) => {
    const events = await all();
    const seen: unknown[] = [];
    const ends: EventPosition[] = [];
    let after = start;
    for (;;) {
      const page = await opened.store.read(readSeenEvents, { after, rows, clientId: client });
      if (page === undefined) break;
      seen.push(...page.events.map(({ siteId }) => siteId));
      ends.push(page.end);
      after = page.end;
    }
    expect(seen).toEqual([own]);
    expect(after).toEqual(events.at(-1)?.position);
    // Each is the place of an event, so that whoever resumes there is known.
    const places = events.map(({ position }) => position);
    for (const end of ends) expect(places).toContainEqual(end);
  });
});
