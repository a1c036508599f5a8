import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KnownRejection } from '../../delivery/stored-rejection.ts';
import { openSiteStory, type SiteStory, TEN } from '../../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { readRevision } from '../snapshots/read-schedule.ts';
import { recordReport } from './record-report.ts';

const ORDERED = { asset: 'grid', type: 'afrrActivationkW' } as const;
const UNKNOWN: KnownRejection = { asset: 'bess', type: 'activePowerkW', code: 'unsupported' };

describe.each(STORE_KINDS)('an activation that nobody has set, on %s', (kind) => {
  let site: SiteStory;
  let sequence = 0;

  beforeEach(async () => {
    site = await openSiteStory(kind);
  });
  afterEach(() => site.close());

  it('is told of when it is refused, and when it no longer is: an order of a pool asked for it', async () => {
    await site.set([0, 1]);
    await report([]);
    await report([{ ...ORDERED, code: 'internal', message: 'stuck' }, UNKNOWN]);
    await report([{ ...ORDERED, code: 'internal', message: 'stuck' }, UNKNOWN]);
    await report([UNKNOWN]);
    const told = (await site.events()).filter(({ type }) => type.startsWith('command.'));
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ['command.accepted', { asset: 'grid', type: 'activePowerkW', version: 1 }],
      ['command.rejected', { ...ORDERED, version: 1, code: 'internal', message: 'stuck' }],
      ['command.accepted', { ...ORDERED, version: 1 }],
    ]);
  });

  async function report(rejected: readonly KnownRejection[]): Promise<void> {
    const { siteId, store } = site;
    sequence += 1;
    const revision = (await store.read(readRevision, { siteId })) ?? null;
    const said = { session: 's', sequence, clockOffsetMs: 0, revision, rejected };
    await store.write(recordReport, { siteId, now: TEN, ...said });
  }
});
