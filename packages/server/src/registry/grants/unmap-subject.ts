import { subjectRows } from '../../identity/issuers/subject-rows.ts';
import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { findMappedClient } from '../../identity/issuers/find-mapped-client.ts';
import { recorded } from '../../trail/recorded.ts';
import { mappingRecord } from './mapping-record.ts';

export type UnmapSubjectOutput = { readonly kind: 'unmapped' } | { readonly kind: 'not_mapped' };

/** Takes back what `mapSubject` gave this client. */
export const unmapSubject = defineWrite({
  name: 'unmapSubject',
  record: recorded(mappingRecord),
  run: async (
    tx: Tx,
    { clientId, issuer, subject }: { clientId: ClientId; issuer: string; subject: string },
  ): Promise<UnmapSubjectOutput> => {
    const mapped = await findMappedClient(tx, { issuer, subject });
    if (mapped?.clientId !== clientId) return { kind: 'not_mapped' };
    await tx.run(subjectRows.remove, { issuer, subject });
    return { kind: 'unmapped' };
  },
});
