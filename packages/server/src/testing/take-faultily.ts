/** A schedule as the faulty controller understood it. */
export interface FaultySchedule {
  readonly revision: string;
  readonly takenAtMs: number;
  readonly issuedAtMs: number;
  readonly holdSeconds: number | null;
  readonly rejected: readonly { readonly asset: string; readonly type: string; readonly code: string }[];
  readonly spans: readonly (readonly [startMs: number, endMs: number, kw: number])[];
}

interface Snapshot {
  readonly revision: string;
  readonly issuedAt: string;
  readonly holdSeconds: number | null;
  readonly commands: readonly {
    readonly asset: string;
    readonly type: string;
    readonly entries: readonly { readonly startAt: string; readonly endAt: string; readonly value: number }[];
  }[];
}

interface Offered {
  readonly snapshot: Snapshot;
  readonly text: string;
  readonly before: FaultySchedule | undefined;
}

const LARGE_CHARACTERS = 1_000_000;

/** What a controller with the fault does not take, though it should. */
const REFUSES: Readonly<Record<string, (offered: Offered) => boolean>> = {
  C06: ({ snapshot, before }) => before !== undefined && epochOf(snapshot) < epochOf(before),
  C07: ({ snapshot }) => 'laterVersion' in snapshot,
  C09: ({ snapshot }) => snapshot.commands.some(({ type }) => type === 'plugLimitkW'),
  C14: ({ text }) => text.length > LARGE_CHARACTERS,
};

/** For tests: reads a snapshot as it should be read, but for what the check looks at. */
export function takeFaultily(
  fault: string,
  text: string,
  before: FaultySchedule | undefined,
): FaultySchedule | 'keeps' | 'leaves' {
  const snapshot = parsed(text);
  if (snapshot === undefined) return fault === 'C10' ? 'leaves' : 'keeps';
  if (REFUSES[fault]?.({ snapshot, text, before }) === true) return 'keeps';
  const schedule = scheduleOf(snapshot);
  if (fault !== 'C11' && overlap(schedule.spans)) return 'keeps';
  if (fault !== 'C08') return schedule;
  return { ...schedule, rejected: schedule.rejected.filter(({ asset }) => asset !== 'heatpump') };
}

function scheduleOf({ revision, issuedAt, holdSeconds, commands }: Snapshot): FaultySchedule {
  const isOwn = ({ asset, type }: { asset: string; type: string }) => asset === 'bess' && type === 'activePowerkW';
  const others = commands.filter((command) => !isOwn(command));
  return {
    revision,
    takenAtMs: Date.now(),
    issuedAtMs: Date.parse(issuedAt),
    holdSeconds,
    rejected: others.map(({ asset, type }) => ({ asset, type, code: 'unsupported' })),
    spans: (commands.find(isOwn)?.entries ?? []).map(
      ({ startAt, endAt, value }) => [Date.parse(startAt), Date.parse(endAt), value] as const,
    ),
  };
}

interface Moment {
  readonly schedule: FaultySchedule | undefined;
  readonly atMs: number;
  /** How long it has been cut off. */
  readonly lostMs: number;
}

/** What the battery is asked for; undefined when nothing is. */
export function takenKw(fault: string, { schedule, atMs, lostMs }: Moment): number | undefined {
  if (schedule === undefined) return undefined;
  const { holdSeconds, issuedAtMs, takenAtMs, spans } = schedule;
  if (fault !== 'C20' && holdSeconds !== null && lostMs > holdSeconds * 1_000) return undefined;
  const nowMs = fault === 'C26' ? issuedAtMs : atMs;
  const covers = ([startMs, endMs]: FaultySchedule['spans'][number]) =>
    startMs <= nowMs && nowMs < endMs && (fault !== 'C05' || startMs >= takenAtMs);
  return spans.find(covers)?.[2];
}

function parsed(text: string): Snapshot | undefined {
  try {
    return JSON.parse(text) as Snapshot;
  } catch {
    return undefined;
  }
}

function epochOf({ revision }: { revision: string }): number {
  return Number(revision.split('.')[0]);
}

function overlap(spans: FaultySchedule['spans']): boolean {
  return spans.some(([startMs], index) => startMs < (spans[index - 1]?.[1] ?? 0));
}
