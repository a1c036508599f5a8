import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { open, rename, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseSnapshot, type Schedule } from './parse-snapshot.ts';

/** The snapshot on disk: what the site goes on with after a power cut. */
interface KeptSnapshot {
  readonly schedule: Schedule;
  /** When the service was last known to be there. */
  readonly contactAtMs: number;
}

/** Where a snapshot is kept for the time after a power cut. */
export interface SnapshotKeeping {
  /** What was kept; undefined when there is nothing, or nothing that could be applied. */
  read(): KeptSnapshot | undefined;
  /** Puts a snapshot in the place of the one before; resolves once it would survive a power cut. */
  keep(document: unknown): Promise<void>;
  /** Notes when the service was there, for a controller that finds itself cut off after a restart. */
  noteContact(atMs: number): Promise<void>;
}

/** For a controller that starts with nothing. */
export const keepNowhere: SnapshotKeeping = {
  read: () => undefined,
  keep: () => Promise.resolve(),
  noteContact: () => Promise.resolve(),
};

export function keepSnapshotIn(path: string): SnapshotKeeping {
  return {
    read: () => readKeptSnapshot(path),
    keep: (document) => keepSnapshot(path, document),
    noteContact: (atMs) => utimes(path, atMs / 1_000, atMs / 1_000),
  };
}

function readKeptSnapshot(path: string): KeptSnapshot | undefined {
  try {
    const parsed = parseSnapshot(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.kind === 'schedule' ? { schedule: parsed.schedule, contactAtMs: statSync(path).mtimeMs } : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError || (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) {
      return undefined;
    }
    throw cause;
  }
}

async function keepSnapshot(path: string, document: unknown): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.tmp`;
  await writeDurably(temporary, JSON.stringify(document));
  await rename(temporary, path);
  // The name is in the folder, and the folder has a disk of its own to reach.
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
