/** A schedule as the faulty controller understood it. */
export interface FaultySchedule {
  readonly revision: string;
  readonly takenAtMs: number;
  readonly issuedAtMs: number;
  readonly holdSeconds: number | null;
  readonly rejected: readonly { readonly asset: string; readonly type: string; readonly code: string }[];
  readonly offers: readonly string[];
  readonly spans: Spans;
  readonly activation: Spans;
  readonly imports: Spans;
  readonly exports: Spans;
}

type Spans = readonly (readonly [startMs: number, endMs: number, kw: number])[];

const OWN = {
  spans: 'bess/activePowerkW',
  activation: 'grid/afrrActivationkW',
  imports: 'grid/afrrImportBookingkW',
  exports: 'grid/afrrExportBookingkW',
} as const;
const OWN_NAMES: readonly string[] = Object.values(OWN);

interface Snapshot {
  readonly revision: string;
  readonly issuedAt: string;
  readonly holdSeconds: number | null;
  readonly offers?: readonly string[];
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

function scheduleOf({ revision, issuedAt, holdSeconds, offers = [], commands }: Snapshot): FaultySchedule {
  const nameOf = ({ asset, type }: { asset: string; type: string }) => `${asset}/${type}`;
  const others = commands.filter((command) => !OWN_NAMES.includes(nameOf(command)));
  const spansOf = (name: string): Spans =>
    (commands.find((command) => nameOf(command) === name)?.entries ?? []).map(
      ({ startAt, endAt, value }) => [Date.parse(startAt), Date.parse(endAt), value] as const,
    );
  return {
    revision,
    takenAtMs: Date.now(),
    issuedAtMs: Date.parse(issuedAt),
    holdSeconds,
    offers,
    rejected: others.map(({ asset, type }) => ({ asset, type, code: 'unsupported' })),
    spans: spansOf(OWN.spans),
    activation: spansOf(OWN.activation),
    imports: spansOf(OWN.imports),
    exports: spansOf(OWN.exports),
  };
}

export interface FaultyOrder {
  readonly sequence: number;
  readonly kW: number;
  readonly endsAtMs: number;
}

/** For tests: the order that counts after another came. */
export function orderAfter(fault: string, before: FaultyOrder | undefined, text: string): FaultyOrder | undefined {
  const { sequence, kW, validUntil } = JSON.parse(text) as { sequence: number; kW: number; validUntil: string };
  const endsAtMs = Date.parse(validUntil);
  const isInForce = before !== undefined && (fault === 'C36' || Date.now() < before.endsAtMs);
  const isOld = isInForce && sequence < before.sequence;
  if (isOld && fault !== 'C34') return before;
  return fault === 'C35' && endsAtMs <= Date.now() ? before : { sequence, kW, endsAtMs };
}

/** What the site gives for aFRR: plus is import. */
export function activatedKw(
  fault: string,
  { schedule, order }: { readonly schedule: FaultySchedule; readonly order: FaultyOrder | undefined },
  atMs: number,
): number {
  const at = (spans: Spans) => spans.find(([startMs, endMs]) => startMs <= atMs && atMs < endMs)?.[2] ?? 0;
  const isInForce =
    order !== undefined && (fault === 'C33' || atMs < order.endsAtMs) && (fault !== 'C32' || order.kW !== 0);
  const set = fault === 'C31' ? 0 : at(schedule.activation);
  const wanted = isInForce ? order.kW : set;
  return Math.max(-at(schedule.exports), Math.min(at(schedule.imports), wanted));
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
  const covers = ([startMs, endMs]: Spans[number]) =>
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

function overlap(spans: Spans): boolean {
  return spans.some(([startMs], index) => startMs < (spans[index - 1]?.[1] ?? 0));
}
