import type { ClientId } from '@setpoint/contract';

/** A client that acts for the subject of a token, and the number of the secret that it proved. */
export interface ActingClaim {
  readonly clientId: ClientId;
  readonly generation: number;
}
