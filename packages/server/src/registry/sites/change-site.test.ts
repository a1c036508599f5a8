import type { SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../events/read-events.ts';
import { makeSnapshot } from '../../gateway/snapshots/make-snapshot.ts';
import { STORE_KINDS, storeOfTests } from '../../../testing/open-test-store.ts';
import { newSite } from '../../../testing/new-site.ts';
import { changeSite } from './change-site.ts';

const BEFORE_ALL = { epoch: 0, tx: 0, n: 0, k: 0 };
const NOW = Date.UTC(2030, 0, 1);
const SITE = '00000000-0000-4000-8000-0000000000aa' as string as SiteId;

describe.each(STORE_KINDS)('a site that is changed, on %s', async (kind) => {
  const opened = await storeOfTests(kind);
  await newSite(opened.store, NOW, { siteId: SITE });

  async function snapshot() {
    const made = await makeSnapshot(opened.store, { siteId: SITE }, NOW);
    const { holdSeconds } = JSON.parse(made?.text ?? '{}') as { holdSeconds?: number | null };
    return { revision: made?.revision, holdSeconds };
  }
  const change = (fields: object) => opened.store.write(changeSite, { siteId: SITE, now: NOW, ...fields });

  it('tells its controller how long to carry on, in another revision', async () => {
    const before = await snapshot();
    expect(before.holdSeconds).toBeNull();
    await expect(change({ holdSeconds: 3_600 })).resolves.toEqual({ kind: 'changed', isRescheduled: true });
    const held = await snapshot();
    expect(held).toMatchObject({ holdSeconds: 3_600 });
    expect(held.revision).not.toBe(before.revision);
    for (const fields of [{ holdSeconds: 3_600 }, { siteName: 'other' }]) {
      await expect(change(fields)).resolves.toEqual({ kind: 'changed', isRescheduled: false });
      expect(await snapshot()).toEqual(held);
    }
    await change({ holdSeconds: null });
    expect((await snapshot()).holdSeconds).toBeNull();
    await opened.untilHandedOut();
    const { events } = await opened.store.read(readEvents, { after: BEFORE_ALL, rows: 1_000 });
    const told = events.filter(({ type }) => type === 'site.changed').map(({ data }) => data);
    // Nobody asked for it.
    const actor = { kind: 'service', id: 'setpoint' };
    expect(told).toEqual([
      { change: 'added', actor },
      ...[['holdSeconds'], ['siteName'], ['holdSeconds']].map((fields) => ({ change: 'edited', fields, actor })),
    ]);
  });
});
