import { clientRows } from '../identity/client-rows.ts';
import type { ClientId } from '@setpoint/contract';
import { endCredentials } from '../identity/end-credentials.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockClient } from '../store/lock-site.ts';
import type { Tx } from '../store/tx.ts';
import { isHolder } from './is-holder.ts';
import { recorded } from '../trail/recorded.ts';
import { personRecord } from './holder-record.ts';

export interface ChangePersonInput {
  readonly personId: ClientId;
  readonly isEnabled: boolean;
  readonly now: number;
}

export type ChangePersonOutput = { readonly kind: 'changed' } | { readonly kind: 'person_missing' };

/** Enables or disables a person, from the next request on. The sessions and tokens of a disabled one end for good. */
export const changePerson = defineWrite({
  name: 'changePerson',
  record: recorded(personRecord),
  run: async (tx: Tx, { personId, isEnabled, now }: ChangePersonInput): Promise<ChangePersonOutput> => {
    await lockClient(tx, personId);
    if (!(await isHolder(tx, { kind: 'person', id: personId }))) return { kind: 'person_missing' };
    await tx.run(clientRows.enable, { clientId: personId, isEnabled: isEnabled ? 1 : 0 });
    if (!isEnabled) await endCredentials(tx, { clientId: personId, now });
    return { kind: 'changed' };
  },
});
