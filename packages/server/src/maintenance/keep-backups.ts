import type { Stoppable } from '../platform/shutdown/background-work.ts';
import type { BackupCounts } from './backup-counts.ts';
import type { Shelf } from './shelves/shelf.ts';

export interface MadeBackup extends BackupCounts {
  readonly file: string;
  readonly at: number;
  readonly removed: readonly string[];
}

export interface BackupKeeping {
  readonly shelf: Shelf;
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

const RETRY_AFTER_MS = 60_000;

/** Makes a backup whenever the latest good one is old enough, and removes the oldest; only ever after a good one. */
export function keepBackups(keeping: BackupKeeping): KeptBackups {
  const { shelf, everyMs, now, isChosen, onFailure } = keeping;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let retryAt = Number.NEGATIVE_INFINITY;
  let lastAt: number | undefined;

  async function turn(): Promise<void> {
    try {
      if (!(await isChosen())) return;
      lastAt = (await listBackups(shelf, stopping.signal)).at(-1)?.at;
      if (!isDue({ lastAt, now: now(), everyMs })) return;
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
  const timer = setInterval(look, Math.min(shelf.lookEveryMs, everyMs));
  return {
    lastGoodAt: () => lastAt,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

interface Due {
  readonly lastAt: number | undefined;
  readonly now: number;
  readonly everyMs: number;
}

// A backup of the future is one of a clock that was wrong: it does not stop those of today.
function isDue({ lastAt, now, everyMs }: Due): boolean {
  return lastAt === undefined || lastAt > now || now - lastAt >= everyMs;
}

/** Makes one more backup now. */
export async function backUpInto(
  { shelf, kept, now, makeBackup }: Pick<BackupKeeping, 'shelf' | 'kept' | 'now' | 'makeBackup'>,
  signal: AbortSignal,
): Promise<MadeBackup> {
  const at = now();
  const name = backupName(at);
  const counts = await shelf.put(name, makeBackup, signal);
  const old = (await listBackups(shelf, signal)).slice(0, -kept);
  for (const one of old) await shelf.remove(one.name, signal);
  return { ...counts, file: shelf.placeOf(name), at, removed: old.map((one) => shelf.placeOf(one.name)) };
}

const NAME = /^setpoint-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

function backupName(at: number): string {
  return `setpoint-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
}

/** The backups that are there by their names, oldest first; nothing else counts. */
async function listBackups(
  shelf: Shelf,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly at: number }[]> {
  const found = (await shelf.names(signal)).flatMap((name) => {
    const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(at) ? [] : [{ name, at }];
  });
  return found.toSorted((one, other) => one.at - other.at);
}
