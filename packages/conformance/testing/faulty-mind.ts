import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Order, ScheduleSnapshot } from '@setpoint/contract';
import { SMALL_DISK_BYTES, type SubjectAddress } from '../src/subject.ts';

type Spans = readonly (readonly [startMs: number, endMs: number, kw: number])[];
type FaultySchedule = ReturnType<typeof scheduleOf>;

const AFRR = ['grid/afrrActivationkW', 'grid/afrrImportBookingkW', 'grid/afrrExportBookingkW'];
const OWN_NAMES = ['bess/activePowerkW', ...AFRR];
const LARGE_BYTES = 1_000_000;
// Its queue is full then, and stays so.
const MOST_TAKEN = 50;

interface Offered {
  readonly snapshot: ScheduleSnapshot;
  readonly bytes: number;
  readonly before: FaultySchedule | undefined;
  readonly count: number;
}

/** What a controller with the fault does not take, though it should. */
const REFUSES: Readonly<Record<string, (offered: Offered) => boolean>> = {
  C06: ({ snapshot, before }) => before !== undefined && epochOf(snapshot) < epochOf(before),
  C07: ({ snapshot }) => 'laterVersion' in snapshot,
  C09: ({ snapshot }) => snapshot.commands.some(({ type }) => type === 'plugLimitkW'),
  C14: ({ bytes }) => bytes > LARGE_BYTES,
  C15: ({ count }) => count > MOST_TAKEN,
};

/** For tests: what a controller with a fault knows and decides, without its connection. */
export function faultyMind(fault: string, address: SubjectAddress, after: (ms: number, act: () => void) => void) {
  const file = join(address.folder, 'schedule.json');
  const now = (): number => Date.now() + Number(readFileSync(address.clockFile, 'utf8'));
  const kept = fault !== 'C19' && existsSync(file) ? parsed(readFileSync(file)) : undefined;
  let schedule = kept && scheduleOf(fault, kept);
  let count = 0;
  let order = { sequence: -1, kW: 0, endsAtMs: Number.NEGATIVE_INFINITY };
  let stuckKw = 0;

  function keep(payload: Buffer): void {
    if (fault === 'C29') {
      rmSync(file, { force: true });
      return after(400, () => writeFileSync(file, payload));
    }
    writeFileSync(`${file}.new`, payload);
    renameSync(`${file}.new`, file);
  }
  /** What the battery is asked for; undefined when nothing is. */
  function askedKw(lostMs: number): number | undefined {
    if (schedule === undefined) return undefined;
    const { holdSeconds, issuedAtMs, takenAtMs, spans } = schedule;
    if (fault !== 'C20' && holdSeconds !== null && lostMs > holdSeconds * 1_000) return undefined;
    const wallMs = fault === 'C27' ? Date.now() : now();
    const known = spans.filter(([startMs]) => fault !== 'C05' || startMs >= takenAtMs);
    return kwAt(known, fault === 'C26' ? issuedAtMs : wallMs);
  }
  /** What the site gives for aFRR: plus is import. */
  function givenKw({ activation, imports, exports }: FaultySchedule): number {
    const at = (spans: Spans): number => kwAt(spans, now()) ?? 0;
    const isInForce = now() < order.endsAtMs && (fault !== 'C32' || order.kW !== 0);
    const wanted = isInForce ? order.kW : fault === 'C31' ? 0 : at(activation);
    return Math.max(-at(exports), Math.min(at(imports), wanted));
  }
  function takes(taken: FaultySchedule, offered: Offered): boolean {
    return (fault === 'C11' || !overlap(taken.spans)) && REFUSES[fault]?.(offered) !== true;
  }
  return {
    now,
    schedule: () => schedule,
    powerKw(lostMs = 0): number {
      const kw = askedKw(lostMs);
      stuckKw = kw ?? stuckKw;
      const shownKw = fault === 'C12' || fault === 'C13' ? stuckKw : (kw ?? 0);
      return (fault === 'C30' ? -shownKw : shownKw) - (schedule ? givenKw(schedule) : 0);
    },
    isOffered: () => schedule?.offers.includes('orders') === true,
    takeOrder(payload: Buffer): void {
      const { sequence, kW, validUntil } = JSON.parse(payload.toString()) as Order;
      const endsAtMs = Date.parse(validUntil);
      const isInForce = fault === 'C36' || Date.now() < order.endsAtMs;
      if (isInForce && sequence < order.sequence && fault !== 'C34') return;
      if (fault === 'C35' && endsAtMs <= Date.now()) return;
      order = { sequence, kW, endsAtMs: fault === 'C33' ? Number.POSITIVE_INFINITY : endsAtMs };
    },
    take(payload: Buffer): 'leaves' | 'stays' {
      const snapshot = parsed(payload);
      if (snapshot === undefined) return fault === 'C10' ? 'leaves' : 'stays';
      count += 1;
      const bytes = payload.length;
      const taken = scheduleOf(fault, snapshot);
      const isTooLarge = address.disk === 'small' && bytes > SMALL_DISK_BYTES;
      if (isTooLarge && fault !== 'C37') return 'stays';
      if (!takes(taken, { snapshot, bytes, before: schedule, count })) return 'stays';
      schedule = taken;
      if (!isTooLarge) keep(payload);
      return 'stays';
    },
  };
}

/** A schedule as the faulty controller understands it. */
function scheduleOf(fault: string, { revision, issuedAt, holdSeconds, offers = [], commands }: ScheduleSnapshot) {
  const others = commands.filter(({ asset, type }) => !OWN_NAMES.includes(`${asset}/${type}`));
  const told = others.filter(({ asset }) => fault !== 'C08' || asset !== 'heatpump');
  const [spans = [], activation = [], imports = [], exports = []] = OWN_NAMES.map((name): Spans => {
    const command = commands.find(({ asset, type }) => `${asset}/${type}` === name);
    return (command?.entries ?? []).map((entry) => [Date.parse(entry.startAt), Date.parse(entry.endAt), entry.value]);
  });
  const rejected = told.map(({ asset, type }) => ({ asset, type, code: 'unsupported' }));
  const [takenAtMs, issuedAtMs] = [Date.now(), Date.parse(issuedAt)];
  return { revision, takenAtMs, issuedAtMs, holdSeconds, offers, rejected, spans, activation, imports, exports };
}

function kwAt(spans: Spans, atMs: number): number | undefined {
  return spans.find(([startMs, endMs]) => startMs <= atMs && atMs < endMs)?.[2];
}

function parsed(payload: Buffer): ScheduleSnapshot | undefined {
  try {
    return JSON.parse(payload.toString()) as ScheduleSnapshot;
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
