import type { ClientId, Scope } from '@setpoint/contract';

/** Who a verified bearer token speaks for. What the client may touch is decided from the database, each time. */
export interface Caller {
  readonly clientId: ClientId;
  readonly scopes: ReadonlySet<Scope>;
}

/** Whether a caller runs the service. */
export function isOperator({ scopes }: Caller): boolean {
  return scopes.has('fleet:admin');
}

/** Turns the value of an Authorization header into a caller; undefined when it proves nobody. */
export type Authenticate = (authorization: string | undefined) => Caller | undefined | Promise<Caller | undefined>;
