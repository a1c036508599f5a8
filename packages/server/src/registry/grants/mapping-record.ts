import { findMappedClient } from '../../identity/issuers/find-mapped-client.ts';
import type { Tx } from '../../store/tx.ts';
import type { State, Subject } from '../../trail/deed.ts';

interface Mapped {
  readonly issuer: string;
  readonly subject: string;
}

/** What the audit log says of an outside subject: which client it acts as. */
export const mappingRecord = {
  subject: ({ issuer, subject }: Mapped): Subject => ({ kind: 'mapping', id: `${issuer} ${subject}` }),
  read: async (tx: Tx, { issuer, subject }: Mapped): Promise<State | undefined> => {
    const found = await findMappedClient(tx, { issuer, subject });
    return found === undefined ? undefined : { clientId: found.clientId };
  },
};
