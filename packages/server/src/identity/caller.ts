import type { ClientId, Role, Scope } from '@setpoint/contract';

/** What is known of a person who calls, beside their id and what they may do now. */
interface PersonCalling {
  readonly personName: string;
  readonly roles: readonly Role[];
  /** The session that its token came from: over, so is the token. */
  readonly sessionId: string;
}

/** A client that acts for the person who calls. */
interface ActingClient {
  readonly clientId: ClientId;
  readonly clientName: string;
}

/** Who a verified bearer token speaks for. What the client may touch is decided from the database, each time. */
export interface Caller {
  readonly clientId: ClientId;
  readonly scopes: ReadonlySet<Scope>;
  /** The number of the secret that its token was made with; left out for a token from elsewhere. */
  readonly generation?: number;
  /** Left out for a client. */
  readonly person?: PersonCalling;
  /** Left out where the caller acts itself. */
  readonly through?: ActingClient;
  /** How many signing keys had been revoked when its token was verified; left out for a token from elsewhere. */
  readonly keyRevision?: number;
}

/** Whether a caller runs the service. */
export function isOperator({ scopes }: Caller): boolean {
  return scopes.has('fleet:admin');
}

/** Whether a caller reads what operators read of the service itself: an auditor does too, and changes nothing. */
export function readsAsOperator({ scopes }: Caller): boolean {
  return scopes.has('fleet:admin') || scopes.has('audit:read');
}

/** What a caller is, as an actor. */
export function kindOf({ person }: Pick<Caller, 'person'>): 'client' | 'person' {
  return person === undefined ? 'client' : 'person';
}

/** Turns the value of an Authorization header into a caller; undefined when it proves nobody. */
export type Authenticate = (
  authorization: string | undefined,
  /** Whether to trust nothing that was remembered: neither the token nor the keys. */
  isAnew?: boolean,
  /** Asked for a turn before a signature is verified; what is remembered costs none. */
  turn?: () => Promise<void> | undefined,
) => Caller | undefined | Promise<Caller | undefined>;
