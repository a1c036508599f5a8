import type { RejectedCommand } from '@setpoint/contract';
import type { SnapshotKeeping } from './snapshot-keeping.ts';
import { namesOf } from './names-of.ts';
import { parseSnapshot, type Schedule } from './parse-snapshot.ts';

/** What is set for a site, as far as its controller knows. */
export interface HeldSchedule {
  revision(): string | undefined;
  /** What to go by now; null when nothing is known, or the service was gone for longer than it allows. */
  current(): Schedule | null;
  /** What is to be said of every command while the devices are out of reach. */
  allRejected(): RejectedCommand[];
  /** Puts a snapshot in force once it is on disk; resolves with why it was not, if so. */
  take(document: unknown): Promise<string | undefined>;
  /** The service was there just now. */
  noteContact(): Promise<void>;
}

export function holdSchedule(keeping: SnapshotKeeping, now: () => number): HeldSchedule {
  const kept = keeping.read();
  let schedule = kept?.schedule;
  let contactAtMs = kept?.contactAtMs ?? 0;
  // One after the other, so that the last that came is the one that stays.
  let taking: Promise<unknown> = Promise.resolve();

  async function take(document: unknown): Promise<string | undefined> {
    const parsed = parseSnapshot(document);
    if (parsed.kind === 'malformed') return parsed.reason;
    await keeping.keep(document);
    schedule = parsed.schedule;
    contactAtMs = now();
    return undefined;
  }

  return {
    revision: () => schedule?.revision,
    current() {
      const holdSeconds = schedule?.holdSeconds ?? null;
      const isCutOff = holdSeconds !== null && now() - contactAtMs > holdSeconds * 1_000;
      return schedule === undefined || isCutOff ? null : schedule;
    },
    allRejected() {
      const pairs = [...(schedule?.commands.keys() ?? [])];
      const reason = { code: 'internal', message: 'the devices are out of reach' } as const;
      return [...(schedule?.rejected ?? []), ...pairs.map((pair) => ({ ...namesOf(pair), ...reason }))];
    },
    take(document) {
      const taken = taking.then(() => take(document));
      taking = taken.catch(() => undefined);
      return taken;
    },
    async noteContact() {
      contactAtMs = now();
      if (schedule !== undefined) await keeping.noteContact(contactAtMs);
    },
  };
}
