import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Credential, operatorPath } from './find-connection.ts';
import type { Shell } from './shell.ts';

/** Keeps the operator's file on this machine good when another machine's service made the secret. */
export function replaceOperatorSecret({ environment }: Shell, { clientId, clientSecret }: Credential): void {
  const path = operatorPath(environment);
  const known = readKnown(path);
  if (known?.clientId !== clientId || known.clientSecret === clientSecret) return;
  const temporary = `${path}.${process.pid}.tmp`;
  const text = JSON.stringify({ ...known, clientSecret }, null, 2);
  writeFileSync(temporary, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}

function readKnown(path: string): Partial<Credential> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Credential>;
  } catch {
    // None, or none that anybody could use: there is nothing to keep good.
    return undefined;
  }
}
