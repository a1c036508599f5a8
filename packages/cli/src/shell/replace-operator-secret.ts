import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { operatorPath } from './find-connection.ts';
import type { Shell } from './shell.ts';

interface ClientSecret {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Keeps the operator's file on this machine good when another machine's service made the secret. */
export function replaceOperatorSecret({ environment }: Shell, { clientId, clientSecret }: ClientSecret): void {
  const path = operatorPath(environment);
  const known = readKnown(path);
  if (known?.clientId !== clientId || known.clientSecret === clientSecret) return;
  const temporary = `${path}.${process.pid}.tmp`;
  const text = JSON.stringify({ ...known, clientSecret }, null, 2);
  writeFileSync(temporary, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}

function readKnown(path: string): Partial<ClientSecret> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<ClientSecret>;
  } catch {
    // None, or none that anybody could use: there is nothing to keep good.
    return undefined;
  }
}
