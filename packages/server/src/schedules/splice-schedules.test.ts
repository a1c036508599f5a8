import { entryFactsOf, instantText } from '@setpoint/core';
import { expect, it } from 'vitest';
import { newSite } from '../../testing/new-site.ts';
import { storeOfTest, STORE_KINDS } from '../../testing/open-test-store.ts';
import { runSplices } from '../../testing/run-splices.ts';
import { setSchedules } from '../../testing/set-schedules.ts';

const NOW = Date.UTC(2026, 9, 25, 12);

it.each(STORE_KINDS)('splices of many lose nothing, nor which batch first set an entry, on %s', async (kind) => {
  const { store, query } = await storeOfTest(kind);
  const siteId = await newSite(store, NOW);
  const expected = await runSplices({
    seed: 1,
    now: NOW,
    writers: 8,
    batchesOfWriter: 25,
    async send({ schedules, ...window }) {
      const outcome = await setSchedules(store, siteId, { now: NOW, schedules, window });
      if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
      return { version: outcome.version, dropped: outcome.dropped };
    },
  });
  const rows = await query('SELECT asset, type, text, first_set FROM set_command');
  const stored = new Map(
    rows.map(({ asset, type, text, first_set: firstSet }) => {
      const facts = entryFactsOf({ text: String(text), firstSet: String(firstSet) });
      const entries = facts.map(({ startMs, endMs, value, firstVersion: first }) => {
        return { startAt: instantText(startMs), endAt: instantText(endMs), value, first };
      });
      return [`${String(asset)}/${String(type)}`, entries];
    }),
  );
  expect(stored).toEqual(new Map([...expected].filter(([, entries]) => entries.length > 0)));
});
