import { isDeepStrictEqual } from 'node:util';
import type { ClientId } from '@setpoint/contract';
import { findPerson } from '../people/find-person.ts';
import { type Claimed, applyClaims } from '../people/apply-claims.ts';
import { updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { personRecord } from '../people/holder-record.ts';
import { readPerson } from '../people/list-persons.ts';
import { lockStoreState } from '../store/lock-site.ts';
import type { Tx } from '../store/tx.ts';
import { lockSubject } from '../trail/lock-subject.ts';
import { appendRecords } from '../trail/append-record.ts';

export interface RenewSessionInput {
  readonly sessionHash: string;
  readonly personId: ClientId;
  readonly claimed: Claimed;
  readonly groupsEndAt: number;
  readonly sealed: string;
  readonly askAgainAt: number;
  readonly now: number;
}

const keepSealed = updateBy('console_session', ['sessionHash'], ['sealed', 'askAgainAt']);

/** Keeps what the provider says now of somebody who is signed in. */
export const renewSession = defineWrite({
  name: 'renewSession',
  record: 'by itself: with what changed of the person',
  run: async (tx: Tx, input: RenewSessionInput): Promise<void> => {
    const { sessionHash, personId, sealed, askAgainAt } = input;
    await lockStoreState(tx);
    await lockSubject(tx, personRecord.subject({ personId }));
    // Removed meanwhile, the person is not to come back by it.
    if ((await findPerson(tx, input.claimed)) === undefined) return;
    const before = await groupsOf(tx, personId);
    const { changes } = await applyClaims(tx, input);
    await tx.run(keepSealed, { sessionHash, sealed, askAgainAt });
    const after = await groupsOf(tx, personId);
    const regrouped = { action: 'person.groups_changed', subject: { kind: 'person', id: personId }, before, after };
    await appendRecords(tx, isDeepStrictEqual(before, after) ? changes : [...changes, regrouped]);
  },
});

async function groupsOf(tx: Tx, personId: ClientId): Promise<{ readonly groups: readonly string[] }> {
  return { groups: (await readPerson(tx, { personId }))?.groups ?? [] };
}
