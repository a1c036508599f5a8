import type { Generated } from 'kysely';

export interface ConsoleTables {
  sign_in_link: SignInLinkTable;
  console_session: ConsoleSessionTable;
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
}
