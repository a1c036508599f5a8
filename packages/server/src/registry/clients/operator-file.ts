import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientId } from '@setpoint/contract';
import { makeFolder } from '../../platform/make-folder.ts';

/** What the command line on this machine uses by itself. */
export interface OperatorFile {
  readonly url: string;
  readonly clientId: ClientId;
  readonly clientSecret: string;
}

/** Where the service is until its next start writes it down. */
export const DEFAULT_URL = 'http://127.0.0.1:8080';

export function readOperatorFile(dataDir: string): OperatorFile | undefined {
  try {
    return JSON.parse(readFileSync(pathIn(dataDir), 'utf8')) as OperatorFile;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new Error(`${pathIn(dataDir)} cannot be read`, { cause });
  }
}

/** Replaces the file as a whole, readable by its owner alone. */
export function writeOperatorFile(dataDir: string, operator: OperatorFile): void {
  makeFolder(dataDir);
  const temporary = `${pathIn(dataDir)}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(operator, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, pathIn(dataDir));
}

/** Puts another secret into the file, if it is the one of this client. */
export function replaceOperatorSecret(dataDir: string, changed: Omit<OperatorFile, 'url'>): void {
  const known = readOperatorFile(dataDir);
  if (known?.clientId === changed.clientId) writeOperatorFile(dataDir, { ...known, ...changed });
}

export function removeOperatorFile(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'operator.json');
}
