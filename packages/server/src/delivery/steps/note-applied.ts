import type { SiteId } from '@setpoint/contract';
import {
  appliedVersionOf,
  type ClockInstants,
  entryEndingAfter,
  entryFactsOf,
  type Revision,
  revisionOf,
} from '@setpoint/core';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { wakeClock } from './wake-clock.ts';

interface Applying {
  readonly siteId: SiteId;
  readonly now: number;
  readonly clock: ClockInstants;
  /** What the controller says it applied. */
  readonly revision: string | null;
  /** As it was, with what the controller said before. */
  readonly site: Revision & { readonly revision: string | null; readonly told_to: number };
}

/** Notes since when a version is applied, and how long that took after its batch. */
export async function noteApplied(tx: Tx, applying: Applying): Promise<{ deliveredAfterMs?: number }> {
  const { siteId, now, clock, revision, site } = applying;
  const version = appliedVersionOf(revision, revisionOf(site));
  if (version === null || revision === site.revision) return {};
  const { epoch } = site;
  // What is told is told: a report that comes late to the store changes only what is behind that.
  const appliedAt = Math.max(now, site.told_to + 1);
  await tx.run(insertApplied, { siteId, epoch, version, appliedAt });
  if (await startsSomething(tx, { ...applying, now: appliedAt })) {
    await wakeClock(tx, siteId, { noted: clock, due: { nextAt: appliedAt, judgeAt: null } });
  }
  const batch = await tx.first(acceptedAt, { siteId, epoch, version });
  return batch === undefined ? {} : { deliveredAfterMs: Math.max(0, now - batch.accepted_at) };
}

const insertApplied = statement<{ siteId: string; epoch: number; version: number; appliedAt: number }>()(
  ({ db, param }) =>
    db
      .insertInto('applied_version')
      .values({
        site_id: param('siteId'),
        epoch: param('epoch'),
        version: param('version'),
        applied_at: param('appliedAt'),
      })
      .onConflict((conflict) => conflict.doNothing()),
);

const acceptedAt = statement<{ siteId: string; epoch: number; version: number }>()(({ db, param }) =>
  db
    .selectFrom('batch')
    .select('accepted_at')
    .where('site_id', '=', param('siteId'))
    .where('epoch', '=', param('epoch'))
    .where('version', '=', param('version')),
);

const setSince = statement<{ siteId: string; version: number }>()(({ db, param }) =>
  db
    .selectFrom('set_command')
    .select(['text', 'first_set'])
    .where('site_id', '=', param('siteId'))
    .where('version', '>', param('version')),
);

/** Whether an entry runs already that the controller may not have had before: it starts late. */
async function startsSomething(tx: Tx, { siteId, now, site }: Applying): Promise<boolean> {
  const version = appliedVersionOf(site.revision, revisionOf(site)) ?? 0;
  const rows = await tx.all(setSince, { siteId, version });
  return rows.some(({ text, first_set: firstSet }) => {
    const startMs = entryEndingAfter(text, now)?.startMs ?? Number.POSITIVE_INFINITY;
    if (startMs > now) return false;
    const running = entryFactsOf({ text, firstSet }).find((entry) => entry.startMs === startMs);
    return (running?.firstVersion ?? 0) > version;
  });
}
