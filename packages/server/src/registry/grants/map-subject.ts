import { subjectRows } from '../../identity/issuers/subject-rows.ts';
import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { findClient } from '../../identity/find-client.ts';
import { findMappedClient } from '../../identity/issuers/find-mapped-client.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import { recorded } from '../../trail/recorded.ts';
import { mappingRecord } from './mapping-record.ts';

export type MapSubjectOutput =
  | { readonly kind: 'mapped' }
  | { readonly kind: 'client_missing' }
  | { readonly kind: 'subject_taken'; readonly clientId: ClientId };

/** Lets one subject of an outside issuer act as a client; a subject acts as one client at most. */
export const mapSubject = defineWrite({
  name: 'mapSubject',
  record: recorded(mappingRecord),
  run: async (
    tx: Tx,
    { clientId, issuer, subject }: { clientId: ClientId; issuer: string; subject: string },
  ): Promise<MapSubjectOutput> => {
    await lockStoreState(tx);
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    const mapped = await findMappedClient(tx, { issuer, subject });
    if (mapped === undefined) await tx.run(subjectRows.insert, { clientId, issuer, subject });
    else if (mapped.clientId !== clientId) return { kind: 'subject_taken', clientId: mapped.clientId };
    return { kind: 'mapped' };
  },
});
