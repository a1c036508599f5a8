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
  const isGiven = (name: string) => read.given(name) !== undefined;
  const hasSecret = isGiven('SETPOINT_OPERATOR_SECRET') || isGiven('SETPOINT_OPERATOR_SECRET_FILE');
  const clientSecret = readOperatorSecret(read);
  const clientId = readOperatorId(read);
  if (isGiven('SETPOINT_OPERATOR_ID') !== hasSecret) {
    read.refuse('SETPOINT_OPERATOR_ID and SETPOINT_OPERATOR_SECRET: set both');
  }
  return { operator: clientId && clientSecret ? { clientId, clientSecret } : undefined };
}

function readOperatorId(read: SettingsReader): ClientId | undefined {
  const id = read.given('SETPOINT_OPERATOR_ID');
  const clientId = id === undefined ? undefined : parseClientId(id);
  if (id !== undefined && clientId === undefined) {
    read.refuse(`SETPOINT_OPERATOR_ID: ${JSON.stringify(id)} is not a UUID`);
  }
  return clientId;
}

function readOperatorSecret(read: SettingsReader): string | undefined {
  const secret = read.secret('SETPOINT_OPERATOR_SECRET');
  // Not shown.
  if (secret !== undefined && secret !== '' && secret.length < SHORTEST_SECRET) {
    read.refuse(
      `SETPOINT_OPERATOR_SECRET: needs at least ${SHORTEST_SECRET} characters; openssl rand -hex 32 makes one`,
    );
  }
  return secret;
}
