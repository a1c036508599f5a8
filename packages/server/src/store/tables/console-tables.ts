import type { Generated } from 'kysely';

export interface ConsoleTables {
  sign_in_link: SignInLinkTable;
  console_session: ConsoleSessionTable;
  used_ticket: UsedTicketTable;
}

/** A way into the console that was handed out and not used yet. */
interface SignInLinkTable {
  link_hash: string;
  client_id: string;
  /** Separated by spaces. */
  scopes: string;
  /** The number of the secret that it was made with. */
  generation: Generated<number>;
  expires_at: number;
}

/** A sign-in that was finished, and cannot be finished again. */
interface UsedTicketTable {
  ticket_hash: string;
  /** From then on its ticket is not read any more. */
  ends_at: number;
}

/** Somebody who is signed in to the console. */
interface ConsoleSessionTable {
  session_hash: string;
  client_id: string;
  /** Separated by spaces. */
  scopes: string;
  /** The number of the secret that it was made with. */
  generation: Generated<number>;
  used_at: number;
  ends_at: number;
  /** By what it is named to others; null for one that a release before began. */
  session_id: Generated<string | null>;
  /** How it was begun. */
  means: Generated<'link' | 'provider' | 'command line'>;
  begun_at: Generated<number>;
  address: Generated<string | null>;
  agent: Generated<string | null>;
  /** The provider that vouched for the person. */
  provider: Generated<string | null>;
  /** The `sid` by which the provider knows it. */
  provider_session: Generated<string | null>;
  /** What the provider gave for it, readable with the secret of the session alone. */
  sealed: Generated<string | null>;
  /** When the provider is next asked for the groups. */
  ask_again_at: Generated<number>;
}
