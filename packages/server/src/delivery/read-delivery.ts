import {
  type Asset,
  type BatchId,
  ordinalOf,
  pairName,
  type PairName,
  type SiteId,
  type Trouble,
} from '@setpoint/contract';
import {
  appliedVersionOf,
  type CommandFacts,
  currentRevision,
  entryFactsOf,
  heldSince,
  isHoldable,
  isOnline,
  readChanges,
  type Release,
  revisionOf,
  type SiteFacts,
  type SiteHold,
} from '@setpoint/core';
import { fields, type Fields, readBy } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import { fromStoredId, toStoredId } from '../store/values/to-stored-id.ts';
import { fromStoredText } from '../store/values/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { isKeptBatch } from '../history/is-kept-batch.ts';
import { loadHolds } from '../sites/load-holds.ts';
import { troublesOf, troublesSince } from '../sites/troubles-of.ts';
import { latestApplied } from './steps/note-applied.ts';
import { limitationsOf, rejectionsOf, type StoredRejection } from './stored-rejection.ts';

export interface ReadDeliveryInput {
  readonly siteId: SiteId;
  readonly now: number;
  readonly offlineAfterMs: number;
}

/** What is known of a site's schedule and of its controller. */
export interface StoredDelivery {
  readonly facts: SiteFacts;
  readonly commands: readonly CommandFacts[];
  readonly revision: string;
  readonly appliedRevision: string | null;
  readonly reportedAt: number | null;
  readonly clockOffsetMs: number | null;
  readonly troubles: Trouble[];
  readonly protocolErrors: number;
  readonly protocolError: { readonly at: number; readonly reason: string } | null;
  readonly rejected: readonly StoredRejection[];
}

const siteWithState = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select('state_hash as hash')
    .select(fields('version', 'epoch', 'revision', 'rejected', 'limited', 'reportedAt', 'disconnectedAt', 'applied'))
    .select(fields('clockOffsetMs', 'protocolErrors', 'protocolError', 'protocolErrorAt', 'troubles'))
    .where('site.site_id', '=', param('siteId')),
);

/** What of a command stands for its pair: who set it, and what holds did to it. */
const STANDING = ['asset', 'type', 'version', 'clientId', 'heldAt', 'releasedAt', 'releasedVersion'] as const;

const commandsOfSite = readBy('set_command', ['siteId'], ['text', 'firstSet', ...STANDING]);

const appliedOfSite = statement<{ siteId: string; epoch: number }>()(({ db, param }) =>
  db
    .selectFrom('applied_version')
    .select(['version', 'applied_at as at'])
    .where('site_id', '=', param('siteId'))
    .where('epoch', '=', param('epoch'))
    .orderBy('version'),
);

export async function readDelivery(tx: Tx, input: ReadDeliveryInput): Promise<StoredDelivery | undefined> {
  const { siteId } = input;
  const [known, holds, rows] = await Promise.all([
    readSiteFacts(tx, input),
    loadHolds(tx, siteId),
    tx.all(commandsOfSite, { siteId }),
  ]);
  if (known === undefined) return undefined;
  const { site, rejected, facts } = known;
  const { protocolError: reason, protocolErrorAt: at } = site;
  rows.sort((one, other) => ordinalOf(pairName(one)) - ordinalOf(pairName(other)));
  return {
    facts,
    commands: rows.map((row) => ({
      pair: pairName(row),
      version: row.version,
      entries: entryFactsOf(row),
      supersededAt: null,
      ...holdFacts(holds, row),
    })),
    revision: currentRevision(site),
    appliedRevision: site.revision,
    reportedAt: site.reportedAt,
    clockOffsetMs: site.clockOffsetMs,
    troubles: troublesSince(site.troubles),
    protocolErrors: site.protocolErrors ?? 0,
    protocolError: reason === null || at === null ? null : { at, reason },
    rejected,
  };
}

async function readSiteFacts(tx: Tx, { siteId, now, offlineAfterMs }: ReadDeliveryInput) {
  const site = await tx.first(siteWithState, { siteId });
  if (site === undefined) return undefined;
  const applied = await tx.all(appliedOfSite, { siteId, epoch: site.epoch });
  const rejected = rejectionsOf(site.rejected);
  const { reportedAt, disconnectedAt } = site;
  const facts: SiteFacts = {
    version: site.version,
    appliedVersion: appliedVersionOf(site.revision, revisionOf(site), now),
    rejected: rejected.map(({ asset, type, ...why }) => ({ pair: pairName({ asset, type }), ...why })),
    unmeasured: unmeasuredFor(MINUTE_MS, { now, reportedAt, troubles: site.troubles }),
    limited: limitationsOf(site.limited).map(({ asset, type, ...how }) => ({
      pair: pairName({ asset, type }),
      ...how,
    })),
    applied: [...applied, ...latestApplied(site.applied).filter(({ epoch }) => epoch === site.epoch)],
    isOnline: isOnline({ reportedAt, disconnectedAt, now, timeoutMs: offlineAfterMs }),
    now,
  };
  return { site, rejected, facts };
}

const MINUTE_MS = 60_000;

interface ToldTroubles {
  readonly now: number;
  readonly reportedAt: number | null;
  readonly troubles: string | null;
}

/** The assets whose power is not in the last report, and was not for so long. */
function unmeasuredFor(forMs: number, { now, reportedAt, troubles }: ToldTroubles): Asset[] {
  return troublesOf(troubles).flatMap(({ code, asset, since, at }) => {
    const isStanding = code === 'not_measured' && at >= (reportedAt ?? 0) && now - since >= forMs;
    return isStanding && asset !== null ? [asset] : [];
  });
}

/** What the state of a batch needs: no command, and no entry of one. */
export async function readDeliveryFacts(tx: Tx, input: ReadDeliveryInput): Promise<SiteFacts | undefined> {
  return (await readSiteFacts(tx, input))?.facts;
}

const batchById = statement<{ batchId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select(fromStoredId(dialect, 'site_id').as('site_id'))
    .select(['version', 'accepted_at', 'commands'])
    .where('batch_id', '=', toStoredId(dialect, param('batchId')))
    .where(isKeptBatch(fromStoredId(dialect, 'batch.site_id'))),
);

const standingCommands = readBy('set_command', ['siteId'], STANDING);

const clearedCommands = readBy('cleared_command', ['siteId'], ['asset', 'type', 'version']);

/** A batch as it was accepted. */
export interface StoredBatch {
  readonly siteId: SiteId;
  readonly version: number;
  readonly acceptedAt: number;
  /** Its commands without their entries; one that a later batch named is superseded. */
  readonly commands: readonly CommandFacts[];
}

export async function readBatch(tx: Tx, { batchId }: { batchId: BatchId }): Promise<StoredBatch | undefined> {
  const batch = await tx.first(batchById, { batchId });
  if (batch === undefined) return undefined;
  const siteId = batch.site_id as SiteId;
  const holds = await loadHolds(tx, siteId);
  const standing = new Map<PairName, StandingPair>();
  for (const row of await tx.all(clearedCommands, { siteId })) standing.set(pairName(row), notHeld(row.version));
  for (const row of await tx.all(standingCommands, { siteId })) {
    const cleared = standing.get(pairName(row))?.version ?? 0;
    if (row.version > cleared) standing.set(pairName(row), { version: row.version, ...holdFacts(holds, row) });
  }
  const commands = readChanges(fromStoredText(batch.commands)).map(({ pair }): CommandFacts => {
    const found = standing.get(pair);
    const { version } = batch;
    // Nobody asks here since when: a batch shows no entries.
    if (found?.version !== version) {
      return { pair, version, entries: [], supersededAt: batch.accepted_at, heldSince: null };
    }
    return { pair, entries: [], supersededAt: null, ...found };
  });
  return { siteId, version: batch.version, acceptedAt: batch.accepted_at, commands };
}

/** What stands for a pair: the version that named it last, and what holds did to it. */
type StandingPair = Pick<CommandFacts, 'version' | 'heldSince' | 'release'>;

function notHeld(version: number): StandingPair {
  return { version, heldSince: null };
}

type HeldRow = Pick<Fields<'set_command'>, (typeof STANDING)[number]>;

function holdFacts(holds: readonly SiteHold[], row: HeldRow): Pick<CommandFacts, 'heldSince' | 'release'> {
  const release = releaseOf(row);
  return {
    heldSince: heldSince(holds, { pair: pairName(row), clientId: row.clientId }),
    ...(release === undefined ? {} : { release }),
  };
}

function releaseOf(row: HeldRow): Release | undefined {
  if (!isHoldable(pairName(row))) return undefined;
  const { heldAt, releasedAt, releasedVersion: version } = row;
  return heldAt === null || releasedAt === null || version === null ? undefined : { heldAt, releasedAt, version };
}
