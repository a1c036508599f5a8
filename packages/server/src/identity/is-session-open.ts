import type { ClientId } from '@setpoint/contract';
import type { Tx } from '../store/tx.ts';

interface ClientInSession {
  readonly clientId: ClientId;
  /** The session that its token came from. */
  readonly sessionId: string;
}

/** Whether the session of a client was not ended. */
export type IsSessionOpen = (tx: Tx, input: ClientInSession) => Promise<boolean>;
