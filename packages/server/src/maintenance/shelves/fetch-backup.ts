import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../wire/settings-reader.ts';
import { removeAtEnd } from '../remove-at-end.ts';
import { placeAt } from './open-shelf.ts';

export interface FetchedBackup extends AsyncDisposable {
  readonly file: string;
}

/** A backup as a file here: the one that is named, or a copy of what an address such as `s3://bucket/name` leads to. */
export async function fetchBackup(environment: Environment, address: string): Promise<FetchedBackup> {
  const place = placeAt(environment, { name: 'restore', address });
  if ('folder' in place) return { file: address, [Symbol.asyncDispose]: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'setpoint-restore-'));
  const atEnd = removeAtEnd([folder]);
  const dispose = async () => {
    await rm(folder, { recursive: true });
    atEnd[Symbol.dispose]();
  };
  const file = join(folder, 'fetched.backup');
  try {
    const { fetchObject } = await import('./s3-shelf.ts');
    await fetchObject(place, file);
  } catch (cause) {
    await dispose();
    throw cause;
  }
  return { file, [Symbol.asyncDispose]: dispose };
}
