import { type Actor, type BatchId, type ClientId, namesOfPair, type PairName } from '@setpoint/contract';
import type { Change } from '@setpoint/core';
import type { Tx } from '../../store/tx.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/write-events.ts';
import type { VersionMark } from '../../history/keep-state.ts';
import type { NamedBy } from '../../sites/set-command.ts';

export interface AnnouncedBatch {
  readonly mark: VersionMark;
  readonly batchId: BatchId;
  readonly clientId: ClientId;
  /** Without names; left out where nobody asked for it over the network. */
  readonly actor?: Actor;
  readonly changes: readonly Change[];
  /** The batch that named each pair last before this one. */
  readonly namedBy: ReadonlyMap<PairName, NamedBy>;
}

/** Tells of a batch that was accepted, and of those of which nothing stands any more. */
export async function announceBatch(tx: Tx, announced: AnnouncedBatch): Promise<void> {
  const { mark, batchId, clientId, actor, changes } = announced;
  const { siteId, version, acceptedAt } = mark;
  const commands = changes.map(({ pair, text }) => ({ ...namesOfPair(pair), isCleared: text === null }));
  const by = actor === undefined ? { clientId } : { clientId, actor };
  const events: NewEvent[] = [{ type: 'batch.accepted', data: { batchId, version, ...by, commands } }];
  for (const { version: old, batchId: earlier } of supersededBatches(announced)) {
    events.push({ type: 'batch.superseded', data: { batchId: earlier, version: old, by: batchId } });
  }
  await appendEvents(tx, { siteId, now: acceptedAt, events });
}

function supersededBatches({ changes, namedBy }: AnnouncedBatch): NamedBy[] {
  const named = new Set(changes.map(({ pair }) => pair));
  const superseded = new Map<number, NamedBy>();
  for (const pair of named) {
    const by = namedBy.get(pair);
    if (by !== undefined) superseded.set(by.version, by);
  }
  for (const [pair, { version }] of namedBy) if (!named.has(pair)) superseded.delete(version);
  return [...superseded.values()].sort((one, other) => one.version - other.version);
}
