import type { Actor } from '@setpoint/contract';
import { insert } from '../store/put.ts';
import type { Tx } from '../store/tx.ts';

interface ActedDeed {
  /** What was done: the id of a batch, or of a hold with what became of it. */
  readonly deedId: string;
  readonly actor: Actor | undefined;
  readonly now: number;
}

const insertActing = insert('acting', ['deedId', 'clientId', 'at']);

/** Notes which client did something, where it acted for the person whom the rest of the store names. */
export async function noteActing(tx: Tx, { deedId, actor, now }: ActedDeed): Promise<void> {
  if (actor?.onBehalfOf === undefined) return;
  await tx.run(insertActing, { deedId, clientId: actor.id, at: now });
}
