import type { ClientId, Role } from '@setpoint/contract';
import type { Tx } from '../store/tx.ts';

export interface PersonInSession {
  readonly personId: ClientId;
  /** The session that its token came from. */
  readonly sessionId: string;
}

/** A person as the database has it now. */
export interface PersonNow {
  readonly personName: string;
  /** Everywhere together: what it is there is for grants to say. */
  readonly roles: readonly Role[];
}

/** Who a token of a person speaks for; undefined once the person is disabled or the session over. */
export type FindPersonNow = (tx: Tx, input: PersonInSession) => Promise<PersonNow | undefined>;
