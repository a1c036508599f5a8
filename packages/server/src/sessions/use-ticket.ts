import { insert } from '../store/put.ts';
import { readBy } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** A sign-in under way, by what nobody can make up. */
export interface UsedTicket {
  readonly ticketHash: string;
  /** From when on its ticket is not read any more. */
  readonly ticketEndsAt: number;
}

const usedTicket = readBy('used_ticket', ['ticketHash'], ['endsAt']);

const insertTicket = insert('used_ticket', ['ticketHash', 'endsAt']);

const forgetTickets = statement<{ now: number }>()(({ db, param }) =>
  db.deleteFrom('used_ticket').where('ends_at', '<=', param('now')),
);

/** Notes that somebody comes in by a ticket; false for one that somebody came in by before. Others must wait for a lock. */
export async function useTicket(tx: Tx, used: UsedTicket & { readonly now: number }): Promise<boolean> {
  const { ticketHash, ticketEndsAt: endsAt, now } = used;
  if ((await tx.first(usedTicket, { ticketHash })) !== undefined) return false;
  await tx.run(forgetTickets, { now });
  await tx.run(insertTicket, { ticketHash, endsAt });
  return true;
}
