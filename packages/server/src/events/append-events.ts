import type { PoolId, SiteId } from '@setpoint/contract';
import { compressText, toStoredText } from '../store/values/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { GatheringTx } from './gathering-tx.ts';
import { insertEvents, insertEventsAt, OF_MANY_SITES } from './insert-events.ts';
import type { EventPosition } from './read-events.ts';
import { type NewEvent, writeEvents } from './write-events.ts';

/** Tells what happened on one site, in the transaction that makes it so: one row, however many events. */
export async function appendEvents(
  tx: Tx,
  { siteId, now, events }: { readonly siteId: SiteId; readonly now: number; readonly events: readonly NewEvent[] },
): Promise<void> {
  if (events.length === 0) return;
  if (tx instanceof GatheringTx) return tx.add({ siteId, now, events });
  await tx.run(insertEvents, { siteId, now, events: toStoredText(writeEvents(events, now)) });
}

/** Tells what happened to a pool: a row as of many sites, with the pool in place of a site. */
export async function appendPoolEvent(
  tx: Tx,
  { poolId, now, event }: { readonly poolId: PoolId; readonly now: number; readonly event: NewEvent },
): Promise<void> {
  await appendBySubject(tx, { id: poolId, now, events: [event] });
}

/** A row of the log, and how many events it has. */
export interface AddedRow extends Omit<EventPosition, 'k'> {
  readonly events: number;
}

/** Tells that an alert rule fires or recovered: a row as of many sites, with the rule in place of a site. */
export async function appendAlertEvents(
  tx: Tx,
  { alertId, now, events }: { readonly alertId: string; readonly now: number; readonly events: readonly NewEvent[] },
): Promise<AddedRow | undefined> {
  if (events.length === 0) return undefined;
  const row = await tx.first(insertEventsAt, rowOf({ id: alertId, now, events }));
  return row && { ...row, events: events.length };
}

/**
 * Tells what happened to the audit log: a row as of many sites. With no id in place of a site, a node that does not know
 * the type shows it to nobody: those who see all sites see any id.
 */
export async function appendAuditEvent(
  tx: Tx,
  { now, event }: { readonly now: number; readonly event: NewEvent },
): Promise<void> {
  await appendBySubject(tx, { id: null, now, events: [event] });
}

interface OfSubject {
  readonly id: string | null;
  readonly now: number;
  readonly events: readonly NewEvent[];
}

async function appendBySubject(tx: Tx, subject: OfSubject): Promise<void> {
  await tx.run(insertEvents, rowOf(subject));
}

function rowOf({ id, now, events }: OfSubject) {
  const text = `[[${JSON.stringify(id)},${writeEvents(events, now)}]]`;
  return { siteId: OF_MANY_SITES, now, events: compressText(text) };
}
