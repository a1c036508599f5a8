import { createSetpointClient, type RegistryCalls, type SetpointClient } from '@setpoint/client';
import { findConnection } from './find-connection.ts';

/** What a command works with: the world outside it, as far as it needs one. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The service, spoken to as the operator or as the client that the environment names. */
  client(): SetpointClient;
  /** Shows where something stands, in place of what it showed before; nothing where nobody watches. */
  progress(line: string): void;
  registry(): RegistryCalls;
  /** Says what was done: the document with --json, else the text. */
  print(document: unknown, text: string): void;
  /** Writes to the error stream, which is not part of the answer. */
  readonly writeError: (text: string) => void;
}

export interface ShellOptions {
  readonly environment: Shell['environment'];
  readonly isJson: () => boolean;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly progress: (line: string) => void;
}

export function createShell({ environment, isJson, write, writeError, progress }: ShellOptions): Shell {
  const client = () => createSetpointClient(findConnection(environment));
  return {
    environment,
    writeError,
    client,
    progress: (line) => (isJson() ? undefined : progress(line)),
    registry: () => client().registry,
    print: (document, text) => write(`${isJson() ? JSON.stringify(document, null, 2) : text}\n`),
  };
}
