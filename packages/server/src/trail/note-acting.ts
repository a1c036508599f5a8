import type { Actor } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

interface ActedDeed {
  /** What was done: the id of a batch, or of a hold with what became of it. */
  readonly deedId: string;
  readonly actor: Actor | undefined;
  readonly now: number;
}

const insertActing = statement<{ deedId: string; clientId: string; now: number }>()(({ db, param }) =>
  db.insertInto('acting').values({ deed_id: param('deedId'), client_id: param('clientId'), at: param('now') }),
);

/** Notes which client did something, where it acted for the person whom the rest of the store names. */
export async function noteActing(tx: Tx, { deedId, actor, now }: ActedDeed): Promise<void> {
  if (actor?.onBehalfOf === undefined) return;
  await tx.run(insertActing, { deedId, clientId: actor.id, now });
}
