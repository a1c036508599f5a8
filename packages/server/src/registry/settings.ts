import { type ClientId, parseClientId } from '@setpoint/contract';
import type { SettingsReader } from '../wire/settings-reader.ts';

export interface RegistrySettings {
  /** The operator that the environment names, the same on all nodes; left out, the first node makes one. */
  readonly operator: GivenOperator | undefined;
}

export interface GivenOperator {
  readonly clientId: ClientId;
  readonly clientSecret: string;
}

const SHORTEST_SECRET = 24;

export function readRegistrySettings(read: SettingsReader): RegistrySettings {
  const id = read.given('SETPOINT_OPERATOR_ID');
  const clientSecret = read.secret('SETPOINT_OPERATOR_SECRET');
  const isFile = read.given('SETPOINT_OPERATOR_SECRET_FILE') !== undefined;
  if (id === undefined && clientSecret === undefined && !isFile) return { operator: undefined };
  const clientId = id === undefined ? undefined : parseClientId(id);
  if (id !== undefined && clientId === undefined) {
    read.refuse(`SETPOINT_OPERATOR_ID: ${JSON.stringify(id)} is not a UUID`);
  }
  if (id === undefined || (clientSecret === undefined && !isFile)) {
    read.refuse('SETPOINT_OPERATOR_ID and SETPOINT_OPERATOR_SECRET: set both');
  }
  // Not shown.
  if (clientSecret !== undefined && clientSecret.length < SHORTEST_SECRET) {
    read.refuse(
      `SETPOINT_OPERATOR_SECRET: must have at least ${SHORTEST_SECRET} characters, such as openssl rand -hex 32`,
    );
  }
  if (clientId === undefined || clientSecret === undefined) return { operator: undefined };
  return { operator: { clientId, clientSecret } };
}
