import { keyRows } from '../../identity/keys/key-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import { NEVER } from '../../store/in-force.ts';
import type { Tx } from '../../store/tx.ts';
import { listControllerKeys } from './list-controller-keys.ts';
import { recorded } from '../../trail/recorded.ts';
import { siteRecord } from '../sites/site-record.ts';

export interface AddControllerKeyInput {
  readonly siteId: SiteId;
  readonly keyId: string;
  readonly keyHash: string;
  readonly now: number;
  /** Left out, it never ends. */
  readonly endsAt?: number;
  /** Left out, the key is bound to no certificate. */
  readonly thumbprint?: string | undefined;
}

export type AddControllerKeyOutput = { readonly kind: 'added' | 'too_many_keys' | 'site_missing' };

// Two, so that a key can be changed without a gap; a third would end one that a controller may be using.
const MOST_LIVE_KEYS = 2;

export const addControllerKey = defineWrite({
  name: 'addControllerKey',
  site: ({ siteId }) => siteId,
  record: recorded({
    ...siteRecord,
    action: 'controller_key.added',
    did: ({ kind }: { readonly kind: string }) => kind === 'added',
  }),
  run: async (tx: Tx, input: AddControllerKeyInput): Promise<AddControllerKeyOutput> => {
    const { siteId, keyId, keyHash, now, endsAt = NEVER, thumbprint: thumbprints = '' } = input;
    const keys = await listControllerKeys(tx, { siteId });
    if (keys === undefined) return { kind: 'site_missing' };
    if (keys.length >= MOST_LIVE_KEYS) return { kind: 'too_many_keys' };
    await tx.run(keyRows.removeEnded, { siteId, now });
    await tx.run(keyRows.insert, { siteId, keyId, keyHash, createdAt: now, endsAt, thumbprints });
    return { kind: 'added' };
  },
});
