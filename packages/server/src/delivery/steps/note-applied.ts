import type { SiteId } from '@setpoint/contract';
import {
  type AppliedVersion,
  appliedVersionOf,
  type ClockInstants,
  entryEndingAfter,
  entryFactsOf,
  firstVersionsOf,
  neededToAnswer,
  type Revision,
  revisionOf,
} from '@setpoint/core';
import { readBy } from '../../store/fields.ts';
import { statement } from '../../store/statement.ts';
import { toStoredId } from '../../store/values/to-stored-id.ts';
import type { Tx } from '../../store/tx.ts';
import { wakeClock } from './wake-clock.ts';

interface Applying {
  readonly siteId: SiteId;
  readonly now: number;
  readonly clock: ClockInstants;
  /** What the controller says it applied. */
  readonly revision: string | null;
  /** As it was, with what the controller said before. */
  readonly site: Revision & {
    readonly revision: string | null;
    readonly told_to: number;
    readonly applied: string | null;
  };
}

interface NotedApplied {
  /** The text of `site_state.applied`, to be stored with the report. */
  readonly applied: string;
  readonly deliveredAfterMs?: number;
}

/** Notes since when a version is applied, and how long that took after its batch. */
export async function noteApplied(tx: Tx, applying: Applying): Promise<NotedApplied> {
  const { siteId, now, clock, revision, site } = applying;
  const before = site.applied ?? '[]';
  const version = appliedVersionOf(revision, revisionOf(site));
  if (version === null || version === appliedVersionOf(site.revision, revisionOf(site))) return { applied: before };
  const { epoch } = site;
  // What is told is told: a report that comes late to the store changes only what is behind that.
  const appliedAt = Math.max(now, site.told_to + 1);
  const applied = await addApplied(tx, { siteId, epoch, known: latestApplied(before) }, { version, at: appliedAt });
  if (await startsSomething(tx, { ...applying, now: appliedAt })) {
    await wakeClock(tx, siteId, { noted: clock, due: { nextAt: appliedAt, judgeAt: null } });
  }
  const batch = await tx.first(acceptedAt, { siteId, epoch, version });
  return batch === undefined ? { applied } : { applied, deliveredAfterMs: Math.max(0, now - batch.accepted_at) };
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

const isInserted = readBy('applied_version', ['siteId', 'epoch', 'version']);

const firstSetOfSite = readBy('set_command', ['siteId'], ['firstSet']);

/** By which versions the entries of what is set were first set: when those were applied is asked for. */
export async function listVersionsAsked(tx: Tx, siteId: SiteId): Promise<number[]> {
  return (await tx.all(firstSetOfSite, { siteId })).flatMap(({ firstSet }) => firstVersionsOf(firstSet));
}

// They lie in the row that the report writes anyway; a row of their own for each would be a page of each site.
const MOST_LATEST = 8;
const LEAST_LATEST = 4;

interface KnownApplied {
  readonly siteId: SiteId;
  readonly epoch: number;
  readonly known: readonly LatestApplied[];
}

async function addApplied(tx: Tx, { siteId, epoch, known }: KnownApplied, one: AppliedVersion): Promise<string> {
  const { version } = one;
  if (known.some((each) => each.epoch === epoch && each.version === version)) return latestAppliedText(known);
  // One that was applied long ago may have a row.
  const isOlder = known.some((each) => each.epoch > epoch || (each.epoch === epoch && each.version > version));
  if (isOlder && (await tx.first(isInserted, { siteId, epoch, version })) !== undefined)
    return latestAppliedText(known);
  const all = [...known, { epoch, ...one }];
  return latestAppliedText(all.length <= MOST_LATEST ? all : await withRoom(tx, siteId, all));
}

/** Those that stay: what nothing set asks for goes, and the oldest of the others become rows. */
async function withRoom(tx: Tx, siteId: SiteId, all: readonly LatestApplied[]): Promise<readonly LatestApplied[]> {
  const epoch = all.at(-1)?.epoch;
  const current = all.filter((each) => each.epoch === epoch);
  const asked = await listVersionsAsked(tx, siteId);
  const needed = neededToAnswer(current, asked);
  const left = current.filter(({ version }, at) => at === current.length - 1 || needed.has(version));
  if (left.length <= LEAST_LATEST) return left;
  for (const { version, at } of left.slice(0, -LEAST_LATEST)) {
    await tx.run(insertApplied, { siteId, epoch: epoch ?? 0, version, appliedAt: at });
  }
  return left.slice(-LEAST_LATEST);
}

const acceptedAt = statement<{ siteId: string; epoch: number; version: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select('accepted_at')
    .where('site_id', '=', toStoredId(dialect, param('siteId')))
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

export interface LatestApplied extends AppliedVersion {
  readonly epoch: number;
}

type Stored = readonly [epoch: number, version: number, at: number];

/** When the latest versions of a site were first applied, in the order in which they were. */
export function latestApplied(text: string | null): LatestApplied[] {
  const stored = JSON.parse(text ?? '[]') as Stored[];
  return stored.map(([epoch, version, at]) => ({ epoch, version, at }));
}

function latestAppliedText(versions: readonly LatestApplied[]): string {
  return JSON.stringify(versions.map(({ epoch, version, at }): Stored => [epoch, version, at]));
}
