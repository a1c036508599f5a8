import { sealIfDue } from '../src/audit/seal-daily.ts';
import { openSigningKeys } from '../src/identity/keys/signing-keys.ts';
import type { Store } from '../src/store/store.ts';

/** For tests: a seal of the audit log, as of an instant. */
export async function sealAuditLog(store: Store, now: number): Promise<void> {
  const keys = await openSigningKeys({ store, now: () => now });
  await sealIfDue({ store, keys, now: () => now, onSealed: () => undefined });
}
