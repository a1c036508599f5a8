import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Order, ScheduleSnapshot } from '@setpoint/contract';
import { connectAsync, type MqttClient } from 'mqtt';
import { type RunningSubject, SMALL_DISK_BYTES, type Subject, type SubjectAddress } from '../src/subject.ts';

const OTHER_KEY = `sck_${'x'.repeat(43)}`;
const BATTERY = {
  uid: 'battery',
  node_type: 'Device',
  device_type: 'bess',
  children: [],
  rated_power_upper_limit_kW: 100,
  rated_power_lower_limit_kW: -100,
  rated_energy: 5,
};

/** For tests: a controller over MQTT that does everything right but what one check, by its id, looks at. */
export function faultyController(fault: string): Subject {
  return { isAutomatic: true, start: (address) => Promise.resolve(runFaulty(fault, address)) };
}

function runFaulty(fault: string, address: SubjectAddress): RunningSubject {
  const { siteId, pace } = address;
  const topicOf = (noun: string) => `sites/v1/${siteId}/${noun}`;
  const timers = new Set<NodeJS.Timeout>();
  const life = { isOver: false };
  const after = (ms: number, act: () => void): void => {
    timers.add(setTimeout(() => life.isOver || act(), ms));
  };
  const mind = faultyMind(fault, address, after);
  const isPatient = fault === 'C24' || fault === 'C21';
  let client: MqttClient | undefined;
  let lostAtMs = Date.now();

  async function connectOnce(): Promise<void> {
    const connection = await connectAs(fault, address);
    const isOver = new Promise<void>((resolve) => connection.once('close', () => resolve()));
    client = connection;
    const session = randomUUID();
    let sequence = 0;
    let isSubscribed = false;
    /** A controller that gets no answer to a report ends its connection. */
    const report = (powerKw: number): void => {
      const schedule = mind.schedule();
      if (fault === 'C03' || (fault === 'C04' && schedule !== undefined)) return;
      sequence += fault === 'C16' ? 0 : 1;
      const payload = JSON.stringify({
        session,
        sequence,
        sentAt: new Date(mind.now()).toISOString(),
        schedule: schedule === undefined ? null : { revision: schedule.revision, rejected: schedule.rejected },
        devices: { ...BATTERY, active_power_kw: powerKw, soc: mind.socAfter(powerKw) },
        takes: mind.isOffered() ? ['orders'] : [],
      });
      let isHeard = isPatient;
      after(Math.max(1_500, 15_000 / pace), () => isHeard || connection.stream.destroy());
      connection.publish(topicOf('report'), payload, { qos: 1 }, () => void (isHeard = true));
    };
    connection.on('message', (topic, payload, { dup }) => {
      if (topic === topicOf('order')) return mind.takeOrder(payload);
      const taken = mind.take(payload);
      if (mind.isOffered() && !isSubscribed) connection.subscribe(topicOf('order'));
      isSubscribed ||= mind.isOffered();
      if (taken === 'leaves') connection.stream.destroy();
      else report(fault === 'C25' && dup ? 0 : mind.powerKw());
    });
    report(mind.powerKw(Date.now() - lostAtMs));
    connection.subscribe(topicOf('schedule'), { qos: fault === 'C02' ? 0 : 1 });
    const again = setInterval(() => life.isOver || fault === 'C22' || report(mind.powerKw()), 30_000 / pace);
    await isOver.finally(() => clearInterval(again));
    lostAtMs = Date.now();
  }
  async function run(): Promise<void> {
    while (!life.isOver) {
      const cause = await connectOnce().catch(String);
      if (cause?.includes('Connection refused: ') && fault === 'C18') return;
      const waitMs = fault === 'C17' ? 1 : (1_000 + Math.random() * 14_000) / pace;
      await new Promise<void>((resolve) => after(waitMs, resolve));
    }
  }
  void run().catch(() => undefined);

  async function end(): Promise<void> {
    life.isOver = true;
    for (const timer of timers) clearTimeout(timer);
    client?.stream.destroy();
  }
  return { kill: end, stop: () => end().then(() => fault !== 'C23'), isOver: () => life.isOver };
}

async function connectAs(fault: string, { siteId, controllerKey, host, port, pace }: SubjectAddress) {
  const password = fault === 'C01' ? OTHER_KEY : controllerKey;
  const keepalive = fault === 'C21' ? 0 : Math.ceil(30 / pace);
  const identity = { clientId: siteId, username: siteId, password };
  const options = { ...identity, keepalive, reconnectPeriod: 0, protocolVersion: 4 } as const;
  const connection = await connectAsync(`mqtt://${host}:${port}`, options, false);
  return connection.on('error', () => undefined);
}

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

/** What a controller with a fault knows and decides, without its connection. */
function faultyMind(fault: string, address: SubjectAddress, after: (ms: number, act: () => void) => void) {
  const file = join(address.folder, 'schedule.json');
  const now = (): number => Date.now() + Number(readFileSync(address.clockFile, 'utf8'));
  const kept = fault !== 'C19' && existsSync(file) ? parsed(readFileSync(file)) : undefined;
  let schedule = kept && scheduleOf(fault, kept);
  let count = 0;
  let order = { sequence: -1, kW: 0, endsAtMs: Number.NEGATIVE_INFINITY };
  let stuckKw = 0;
  let charge = { soc: 50, powerKw: 0, atMs: performance.now() };

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
    const isInForce = (fault === 'C42' ? now() : Date.now()) < order.endsAtMs && (fault !== 'C32' || order.kW !== 0);
    const wanted = isInForce ? order.kW : fault === 'C31' ? 0 : at(activation);
    return fault === 'C38' ? wanted : Math.max(-at(exports), Math.min(at(imports), wanted));
  }
  function takes(taken: FaultySchedule, offered: Offered): boolean {
    return (fault === 'C11' || !overlap(taken.spans)) && REFUSES[fault]?.(offered) !== true;
  }
  return {
    now,
    schedule: () => schedule,
    /** In percent of 5 kWh, after what it gave until now. */
    socAfter(powerKw: number): number {
      const atMs = performance.now();
      const lostPcnt = fault === 'C41' ? 0 : (charge.powerKw * (atMs - charge.atMs)) / 3_600_000 / 0.05;
      charge = { soc: Math.max(0, Math.min(100, charge.soc - lostPcnt)), powerKw, atMs };
      return charge.soc;
    },
    powerKw(lostMs = 0): number {
      const kw = boundedKw(fault, askedKw(lostMs));
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

/** Within its rating, and to the watt. */
function boundedKw(fault: string, kw: number | undefined): number | undefined {
  if (kw === undefined || fault === 'C39') return kw;
  const bounded = Math.max(-100, Math.min(100, kw));
  return fault === 'C40' ? Math.round(bounded / 10) * 10 : bounded;
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
