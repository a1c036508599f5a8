import { namesOfPair, type RejectedCommand, type ToldTrouble } from '@setpoint/contract';
import { parseSnapshot, type Schedule } from './parse-snapshot.ts';
import type { SnapshotKeeping } from './snapshot-keeping.ts';

/** The schedule that a controller follows. */
export interface ScheduleInForce {
  revision(): string | undefined;
  /** Whether the service has orders by a way of their own. */
  offersOrders(): boolean;
  /** The schedule in force; null if there is none, or if the service has been away for longer than it allows. */
  current(): Schedule | null;
  /** The rejections to report while the devices are out of reach. */
  allRejected(): RejectedCommand[];
  /** Puts a snapshot in force once it is on disk; resolves with the reason if it did not. */
  take(document: unknown): Promise<string | undefined>;
  /** That the disk takes nothing, for as long as it does not. */
  troubles(): ToldTrouble[];
  /** The service has just answered. */
  noteContact(): Promise<void>;
}

/** The time since the last contact is of a clock that cannot be set, but over a restart. */
export function createScheduleInForce(
  keeping: SnapshotKeeping,
  now: () => number,
  elapsedMs: () => number = () => performance.now(),
): ScheduleInForce {
  const kept = keeping.read();
  let schedule = kept?.schedule;
  // Between the last contact and the start, the clock on the wall is all there is to go by.
  let contactAtMs = kept === undefined ? Number.NEGATIVE_INFINITY : elapsedMs() - Math.max(0, now() - kept.contactAtMs);
  let diskProblem: string | undefined;
  // One after the other, so that the latest one stays.
  let taking: Promise<unknown> = Promise.resolve();

  async function take(document: unknown): Promise<string | undefined> {
    const parsed = parseSnapshot(document);
    if (parsed.kind === 'malformed') return parsed.reason;
    diskProblem = await keeping.keep(document).then(
      () => undefined,
      (cause: unknown) => textOf(cause),
    );
    // One that a power cut would take away is not in force: the one before is, here and on disk.
    if (diskProblem !== undefined) return `it cannot be kept on disk: ${diskProblem}`;
    schedule = parsed.schedule;
    contactAtMs = elapsedMs();
    return undefined;
  }

  return {
    revision: () => schedule?.revision,
    offersOrders: () => schedule?.offers.includes('orders') ?? false,
    current() {
      const holdSeconds = schedule?.holdSeconds ?? null;
      const isCutOff = holdSeconds !== null && elapsedMs() - contactAtMs > holdSeconds * 1_000;
      return schedule === undefined || isCutOff ? null : schedule;
    },
    allRejected() {
      const pairs = [...(schedule?.commands.keys() ?? [])];
      const reason = { code: 'internal', message: 'the devices cannot be reached' } as const;
      return [...(schedule?.rejected ?? []), ...pairs.map((pair) => ({ ...namesOfPair(pair), ...reason }))];
    },
    troubles: () =>
      diskProblem === undefined
        ? []
        : [{ code: 'disk_full', message: `The schedule cannot be kept on disk: ${diskProblem}` }],
    take(document) {
      const taken = taking.then(() => take(document));
      taking = taken.catch(() => undefined);
      return taken;
    },
    async noteContact() {
      contactAtMs = elapsedMs();
      // A disk that takes nothing must not end the contact itself.
      if (schedule !== undefined) await keeping.noteContact(now()).catch(() => undefined);
    },
  };
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
