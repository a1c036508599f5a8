import { createSetpointClient, type RegistryCalls, type SetpointClient } from '@setpoint/client';
import { findConnection } from './connect.ts';

/** What a command works with: the world outside it, as far as it needs one. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The service, spoken to as the operator or as the client that the environment names. */
  client(): SetpointClient;
  registry(): RegistryCalls;
  /** Says what was done: the document with --json, else the text. */
  print(document: unknown, text: string): void;
}

export interface ShellOptions {
  readonly environment: Shell['environment'];
  readonly isJson: () => boolean;
  readonly write: (text: string) => void;
}

export function createShell({ environment, isJson, write }: ShellOptions): Shell {
  const client = () => createSetpointClient(findConnection(environment));
  return {
    environment,
    client,
    registry: () => client().registry,
    print: (document, text) => write(`${isJson() ? JSON.stringify(document, null, 2) : text}\n`),
  };
}
