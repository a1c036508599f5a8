import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';
import type { Shelf } from './shelf.ts';

const LOOK_EVERY_MS = 1_000;
const UNFINISHED = /^setpoint-\d{8}T\d{6}Z\.backup\.\d+\.tmp(-\w+)?$/;

export function folderShelf(folder: string): Shelf {
  const placeOf = (name: string) => join(folder, name);
  return {
    lookEveryMs: LOOK_EVERY_MS,
    placeOf,
    names: async () => Promise.resolve(namesIn(folder)),
    async put(name, make, signal) {
      makeFolder(folder);
      // What a process that was killed left behind.
      for (const left of namesIn(folder).filter((one) => UNFINISHED.test(one))) rmSync(placeOf(left));
      return await make(placeOf(name), signal);
    },
    remove: async (name) => Promise.resolve(rmSync(placeOf(name))),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
}
