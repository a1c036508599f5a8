import { clientRows } from '../identity/client-rows.ts';
import { defineWrite } from '../store/define-write.ts';
import type { Tx } from '../store/tx.ts';
import type { Holder } from './holder.ts';
import { isHolder } from './is-holder.ts';
import { recorded } from '../trail/recorded.ts';
import { holderRecord } from './holder-record.ts';

export type RemoveHolderOutput = { readonly kind: 'removed' } | { readonly kind: 'holder_missing' };

/** Removes a person or a group with all that is kept of them: roles, claims and sessions. What was set stays. */
export const removeHolder = defineWrite({
  name: 'removeHolder',
  record: recorded(holderRecord),
  run: async (tx: Tx, holder: Holder): Promise<RemoveHolderOutput> => {
    if (!(await isHolder(tx, holder))) return { kind: 'holder_missing' };
    await tx.run(clientRows.removeHolder, { clientId: holder.id });
    return { kind: 'removed' };
  },
});
