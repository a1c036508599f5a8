import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { open, rename, rm, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseSnapshot, type Schedule } from './parse-snapshot.ts';

/** The snapshot on disk: what the site follows after a power cut. */
interface KeptSnapshot {
  readonly schedule: Schedule;
  /** When the service last answered. */
  readonly contactAtMs: number;
}

/** Keeps a snapshot for the time after a power cut. */
export interface SnapshotKeeping {
  /** The kept snapshot; undefined if there is none, or none that can be applied. */
  read(): KeptSnapshot | undefined;
  /** Puts a snapshot in the place of the one before; resolves once it would survive a power cut. */
  keep(document: unknown): Promise<void>;
  /** Notes that the service answered, for a controller that is cut off after a restart. */
  noteContact(atMs: number): Promise<void>;
}

/** For a controller that keeps its schedule only in memory. */
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
  try {
    await writeDurably(temporary, JSON.stringify(document));
    await rename(temporary, path);
  } catch (cause) {
    // What fits only in part takes the room of what comes next.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw cause;
  }
  // The new name is durable only once the folder is written too.
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
