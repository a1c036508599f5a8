import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../platform/make-folder.ts';
import type { Stoppable } from '../platform/shutdown/background-work.ts';

/** What a backup that was made and checked holds. */
export interface BackupCounts {
  readonly sites: number;
  readonly rows: number;
}

export interface MadeBackup extends BackupCounts {
  readonly file: string;
  readonly at: number;
  readonly removed: readonly string[];
}

export interface BackupKeeping {
  readonly folder: string;
  readonly everyMs: number;
  /** How many good backups stay there. */
  readonly kept: number;
  readonly now: () => number;
  /** Whether this process makes them now: of several nodes one does. */
  readonly isChosen: () => boolean | Promise<boolean>;
  /** Writes one and checks it; a file is there only if it is good. */
  makeBackup(file: string, signal: AbortSignal): Promise<BackupCounts>;
  readonly onMade: (made: MadeBackup) => void;
  readonly onFailure: (cause: unknown) => void;
}

export interface KeptBackups extends Stoppable {
  /** When the latest good backup was made, by the last look that succeeded. */
  lastGoodAt(): number | undefined;
}

const LOOK_EVERY_MS = 1_000;
const RETRY_AFTER_MS = 60_000;

/** Makes a backup whenever the latest good one is old enough, and removes the oldest; only ever after a good one. */
export function keepBackups(keeping: BackupKeeping): KeptBackups {
  const { folder, everyMs, now, isChosen, onFailure } = keeping;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let retryAt = Number.NEGATIVE_INFINITY;
  let lastAt: number | undefined;

  async function turn(): Promise<void> {
    try {
      if (!(await isChosen())) return;
      lastAt = listBackups(folder, now()).at(-1)?.at;
      if (lastAt !== undefined && now() - lastAt < everyMs) return;
      const made = await backUpInto(keeping, stopping.signal);
      lastAt = made.at;
      keeping.onMade(made);
    } catch (cause) {
      retryAt = now() + Math.min(RETRY_AFTER_MS, everyMs);
      if (!stopping.signal.aborted) onFailure(cause);
    }
  }
  function look(): void {
    if (now() < retryAt) return;
    running ??= turn().finally(() => (running = undefined));
  }
  look();
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, everyMs));
  return {
    lastGoodAt: () => lastAt,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Makes one more backup now. */
export async function backUpInto(
  { folder, kept, now, makeBackup }: Pick<BackupKeeping, 'folder' | 'kept' | 'now' | 'makeBackup'>,
  signal: AbortSignal,
): Promise<MadeBackup> {
  const at = now();
  const file = join(folder, backupName(at));
  makeFolder(folder);
  // What a process that was killed left behind.
  for (const left of namesIn(folder).filter((name) => UNFINISHED.test(name))) rmSync(join(folder, left));
  const counts = await makeBackup(file, signal);
  const removed = listBackups(folder, at)
    .slice(0, -kept)
    .map(({ name }) => join(folder, name));
  for (const old of removed) rmSync(old);
  return { ...counts, file, at, removed };
}

const UNFINISHED = /^setpoint-\d{8}T\d{6}Z\.backup\.\d+\.tmp(-\w+)?$/;
const NAME = /^setpoint-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

function backupName(at: number): string {
  return `setpoint-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
}

/**
 * The backups that are there by their names, oldest first; nothing else counts. One of the future is one of a clock that was
 * wrong: it neither stands for one of today nor takes its place.
 */
function listBackups(folder: string, now: number): { readonly name: string; readonly at: number }[] {
  const found = namesIn(folder).flatMap((name) => {
    const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return at <= now ? [{ name, at }] : [];
  });
  return found.toSorted((one, other) => one.at - other.at);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
}
