import type { BatchId, ClientId, PairName } from '@setpoint/contract';
import type { Change } from '@setpoint/core';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import type { VersionMark } from './keep-state.ts';
import type { StandingCommand } from './save-command.ts';

export interface AnnouncedBatch {
  readonly mark: VersionMark;
  readonly batchId: BatchId;
  readonly clientId: ClientId;
  readonly changes: readonly Change[];
  /** The batch that named each pair last before this one. */
  readonly versions: ReadonlyMap<PairName, number>;
  readonly replaced: ReadonlyMap<PairName, StandingCommand>;
}

const batchOfVersion = statement<{ siteId: string; epoch: number; version: number }>()(({ db, param }) =>
  db
    .selectFrom('batch')
    .select('batch_id')
    .where('site_id', '=', param('siteId'))
    .where('version', '=', param('version'))
    // A backup that was restored raised the epoch since: the batches from before it keep theirs.
    .where('epoch', '<=', param('epoch'))
    .orderBy('epoch', 'desc')
    .limit(1),
);

/** Tells of a batch that was accepted, and of those of which nothing stands any more. */
export async function announceBatch(tx: Tx, announced: AnnouncedBatch): Promise<void> {
  const { mark, batchId, clientId, changes } = announced;
  const { siteId, version, acceptedAt } = mark;
  const commands = changes.map(({ pair, text }) => {
    const [asset, type] = pair.split('/');
    return { asset, type, isCleared: text === null };
  });
  const events: NewEvent[] = [{ type: 'batch.accepted', data: { batchId, version, clientId, commands } }];
  const known = new Map([...announced.replaced.values()].map((one) => [one.version, one.batchId]));
  for (const old of supersededVersions(announced)) {
    const earlier = known.get(old) ?? (await findBatch(tx, mark, old));
    if (earlier === undefined) continue;
    events.push({ type: 'batch.superseded', data: { batchId: earlier, version: old, by: batchId } });
  }
  await appendEvents(tx, { siteId, now: acceptedAt, events });
}

function supersededVersions({ mark, changes, versions }: AnnouncedBatch): number[] {
  const standing = new Map(versions);
  for (const { pair } of changes) standing.set(pair, mark.version);
  const left = new Set(standing.values());
  const replaced = new Set(changes.flatMap(({ pair }) => versions.get(pair) ?? []));
  return [...replaced].filter((version) => !left.has(version)).sort((one, other) => one - other);
}

async function findBatch(tx: Tx, { siteId, epoch }: VersionMark, version: number): Promise<string | undefined> {
  return (await tx.first(batchOfVersion, { siteId, epoch, version }))?.batch_id;
}
