import { clientRows } from '../identity/client-rows.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ClientId } from '@setpoint/contract';
import { insert, removeBy, updateBy } from '../store/put.ts';
import type { Tx } from '../store/tx.ts';
import type { Recording } from '../trail/append-record.ts';
import { lockSubject } from '../trail/lock-subject.ts';
import { verbOf } from '../trail/recorded.ts';
import { putPerson } from './add-person.ts';
import { findPerson, type FoundPerson } from './find-person.ts';
import { personRecord } from './holder-record.ts';

/** What a provider says of somebody. */
export interface Claimed {
  readonly issuer: string;
  readonly subject: string;
  readonly personName: string;
  readonly email: string | null;
  /** Whether the provider says that the address is theirs. */
  readonly isEmailVerified: boolean;
  readonly groups: readonly string[];
}

export interface ApplyClaimsInput {
  readonly claimed: Claimed;
  /** The id of the person, if they are new. */
  readonly personId: ClientId;
  /** When they signed in; left out where they only stay. */
  readonly signedInAt?: number;
  readonly now: number;
  /** Until when the groups count. */
  readonly groupsEndAt: number;
}

const noteEmail = updateBy('person', ['personId'], ['email', 'verifiedEmail']);

const noteSignIn = updateBy('person', ['personId'], ['signedInAt']);

const forgetGroups = removeBy('claimed_group', ['personId']);

const insertGroup = insert('claimed_group', ['personId', 'issuer', 'groupName', 'endsAt']);

/** Replaces the claimed groups of a person. */
async function replaceGroups(
  tx: Tx,
  personId: ClientId,
  issuer: string,
  groups: readonly string[],
  endsAt: number,
): Promise<void> {
  await tx.run(forgetGroups, { personId });
  for (const groupName of new Set(groups)) await tx.run(insertGroup, { personId, issuer, groupName, endsAt });
}

export interface AppliedClaims {
  readonly person: FoundPerson;
  /** What the audit log is to say of it, once all else is done. */
  readonly changes: readonly Omit<Recording, 'by'>[];
}

/** Stores what a provider claims of a person: a new one, or what changed of one that is known and enabled. */
export async function applyClaims(tx: Tx, input: ApplyClaimsInput): Promise<AppliedClaims> {
  const { claimed, now, signedInAt, groupsEndAt: endsAt } = input;
  const { issuer, personName, email, isEmailVerified, groups } = claimed;
  const found = await findPerson(tx, claimed);
  if (found !== undefined) await lockSubject(tx, personRecord.subject(found));
  const known = await findPerson(tx, claimed);
  // Whoever removes the new person at this moment waits, and finds them.
  if (known === undefined) await lockSubject(tx, personRecord.subject(input));
  // Refused, it changes nothing.
  if (known?.isEnabled === false) return { person: known, changes: [] };
  const person = known ?? { personId: input.personId, isEnabled: true, generation: 0 };
  const { personId } = person;
  const subject = personRecord.subject({ personId });
  const before = await personRecord.read(tx, { personId });
  if (known === undefined) await putPerson(tx, { personId, issuer, subject: claimed.subject, personName, now });
  else await tx.run(clientRows.rename, { clientId: personId, clientName: personName });
  await tx.run(noteEmail, { personId, email, verifiedEmail: isEmailVerified ? email : null });
  if (signedInAt !== undefined) await tx.run(noteSignIn, { personId, signedInAt });
  await replaceGroups(tx, personId, issuer, groups, endsAt);
  const after = await personRecord.read(tx, { personId });
  const isChanged = !isDeepStrictEqual(before, after);
  const change = { action: verbOf(subject, { before, after }), subject, before, after };
  return { person, changes: isChanged ? [change] : [] };
}
