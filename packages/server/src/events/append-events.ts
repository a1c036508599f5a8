import type { EventType, PoolId, SiteId } from '@setpoint/contract';
import { compressText, toStoredText } from '../store/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { GatheringTx } from './gathering-tx.ts';
import { insertEvents, OF_MANY_SITES } from './insert-events.ts';

/** Something that happened on a site, or to a pool. */
export interface NewEvent {
  readonly type: EventType;
  /** When it happened; when it is written, if left out. */
  readonly at?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Tells what happened on one site, in the transaction that makes it so: one row, however many events. */
export async function appendEvents(
  tx: Tx,
  { siteId, now, events }: { readonly siteId: SiteId; readonly now: number; readonly events: readonly NewEvent[] },
): Promise<void> {
  if (events.length === 0) return;
  const written = events.map(({ type, at = now, data }) => ({ type, at, data }));
  const text = JSON.stringify(written);
  const gathered = tx instanceof GatheringTx ? tx : undefined;
  if (gathered === undefined) await tx.run(insertEvents, { siteId, now, events: toStoredText(text) });
  else gathered.add({ siteId, now, text });
}

/** Tells what happened to a pool: a row as of many sites, with the pool in place of a site. */
export async function appendPoolEvent(
  tx: Tx,
  { poolId, now, event }: { readonly poolId: PoolId; readonly now: number; readonly event: NewEvent },
): Promise<void> {
  const { type, at = now, data } = event;
  const text = JSON.stringify([[poolId, [{ type, at, data }]]]);
  await tx.run(insertEvents, { siteId: OF_MANY_SITES, now, events: compressText(text) });
}
