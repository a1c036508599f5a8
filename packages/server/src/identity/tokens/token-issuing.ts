import type { Store } from '../../store/store.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { FindPersonNow } from '../person-in-session.ts';

/** What tokens are issued with. */
export interface TokenIssuing {
  readonly store: Store;
  readonly keys: SigningKeys;
  readonly findPersonNow: FindPersonNow;
  readonly publicUrl: string;
  /** At most 24 h: nobody takes a token that lives longer. */
  readonly lifetimeSeconds: number;
  readonly now: () => number;
}
