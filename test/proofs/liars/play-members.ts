import { randomUUID } from 'node:crypto';
import { PATHS, type PoolFollowing, type PoolShareList, type PoolSignal } from '@setpoint/contract';
import { at } from '@setpoint/server/testing/asking-of';
import { openWorld, type World } from '@setpoint/server/testing/open-world';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { drawSpells, MEMBER_LIES, PHASE_MS, SIGNALS, type Spell } from './draw-spells.ts';
import { BEGIN_MS } from './play-liars.ts';

const MINUTE = 60_000;
const TICK_MS = 4_000;
const REPORT_TICKS = 2;
const TOLERATED_KW = 5;
/** A ramp, two reports, and a minute. */
const TELL_TICKS = (2 * MINUTE + 2 * REPORT_TICKS * TICK_MS) / TICK_MS;
/** So long after its lie may a member be blamed. */
const OVER_WITHIN_MS = 5 * MINUTE;
/** A signal that swings is seen as a whole. */
const MEAN_TICKS = MINUTE / TICK_MS;
const SETPOINT_KW = 100;

interface Playing {
  readonly members: number;
  readonly bookedKw: number;
  /** How many lie at once. */
  readonly liars: number;
  /** Their first lie. */
  readonly first: string;
  readonly dayMs: number;
  readonly seed: number;
}

/** What the meters of a pool show together, and what is said of it. */
interface Moment {
  readonly atMs: number;
  readonly suppliedKw: number;
  /** What is ordered, without what is said to be missing of it. */
  readonly saidKw: number;
  readonly lie: string;
}

interface Member {
  readonly siteId: string;
  readonly as: Readonly<Record<string, string>>;
  readonly session: string;
  readonly revision: string;
  orderKw: number;
  orderedMs: number;
  suppliedKw: number;
  liedMs: number;
}

/** A pool over a day whose members now and then do something else than they are ordered; resolves with what the service said wrongly. */
export async function playMembers(playing: Playing): Promise<string[]> {
  const clock = { now: BEGIN_MS };
  const random = new RandomSource(playing.seed);
  const world = await openWorld({ clock });
  try {
    const toMs = BEGIN_MS + playing.dayMs;
    const members: Member[] = [];
    for (let count = 0; count < playing.members; count += 1) members.push(await memberOf(world, playing, toMs));
    members.sort((one, other) => (one.siteId < other.siteId ? -1 : 1));
    const poolId = await world.pool(members.map(({ siteId }) => siteId));
    const spells = drawSpells(random, { fromMs: BEGIN_MS, toMs, ...playing });
    const phases = Array.from({ length: playing.dayMs / PHASE_MS }, (_, nth) => SIGNALS[nth] ?? random.pick(SIGNALS));
    const faults: string[] = [];
    const moments: Moment[] = [];
    for (let tick = 0; clock.now < toMs && faults.length < 5; clock.now += TICK_MS, tick += 1) {
      const share = phases[Math.floor((clock.now - BEGIN_MS) / PHASE_MS)]?.(clock.now) ?? 0;
      // Each time for a watt more.
      const kW = Math.round(share * playing.members * playing.bookedKw) + tick / 1_000_000;
      const signal = await ask(world, poolId, { kW, sequence: tick + 1 });
      const spell = spells.find(({ fromMs, toMs: endMs }) => fromMs <= clock.now && clock.now < endMs);
      faults.push(...(await obey(world, poolId, { members, spell })));
      if (tick % REPORT_TICKS === 0) await reportAll(world, members, random);
      const suppliedKw = sumOf(members.map((member) => member.suppliedKw));
      const saidKw = signal.orderedkW - signal.missedkW;
      moments.push({ atMs: clock.now, suppliedKw, saidKw, lie: spell?.name ?? 'nobody lies' });
      faults.push(...wronglySaid(moments.slice(-TELL_TICKS - MEAN_TICKS), playing));
      if (tick % MEAN_TICKS === 0) faults.push(...(await saidOtherwise(world, poolId, moments)));
    }
    return faults;
  } finally {
    await world.close();
  }
}

async function memberOf(world: World, { bookedKw }: Playing, toMs: number): Promise<Member> {
  const siteId = await world.site();
  const values = { activePowerkW: SETPOINT_KW, afrrImportBookingkW: bookedKw, afrrExportBookingkW: bookedKw };
  const entry = { startAt: instantOf(BEGIN_MS), endAt: instantOf(toMs + PHASE_MS) };
  const schedules = Object.entries(values).map(([type, value]) => ({
    asset: 'grid',
    type,
    entries: [{ ...entry, value }],
  }));
  await world.done('POST', at(PATHS.schedules, siteId), { body: { schedules } });
  const as = { Authorization: `Bearer ${await world.keyOf(siteId)}` };
  const { revision } = await world.done<{ revision: string }>('GET', PATHS.controllerSchedule, { as });
  const member = { siteId, as, session: randomUUID(), revision, orderKw: 0, orderedMs: 0, suppliedKw: 0, liedMs: 0 };
  await report(world, member, { sequence: 0, noiseKw: 0 });
  return member;
}

function ask(world: World, poolId: string, signal: { readonly kW: number; readonly sequence: number }) {
  const body = { ...signal, validUntil: instantOf(world.now() + 3 * TICK_MS) };
  return world.done<PoolSignal>('PUT', at(PATHS.fleetPoolSignal, poolId), { body });
}

/** Members that do not lie give what they are ordered. Resolves with a fault for each of them that is blamed. */
async function obey(
  world: World,
  poolId: string,
  { members, spell }: Readonly<{ members: Member[]; spell: Spell | undefined }>,
): Promise<string[]> {
  const { shares } = await world.done<PoolShareList>('GET', at(PATHS.fleetPoolShares, poolId));
  const atMs = world.now();
  return members.flatMap((member, index) => {
    const { kW: orderKw = 0, because } = shares[index] ?? {};
    if (Math.abs(orderKw - member.orderKw) > 0.1) member.orderedMs = atMs;
    member.orderKw = orderKw;
    const lie = spell?.liars.has(index) === true ? MEMBER_LIES[spell.name] : undefined;
    if (lie !== undefined) member.liedMs = atMs;
    member.suppliedKw = lie === undefined ? orderKw : lie({ ...member, atMs });
    const isHonest = atMs - member.liedMs > OVER_WITHIN_MS;
    return isHonest && because === 'deviating' ? [`${textOf(atMs)}: an honest member is blamed`] : [];
  });
}

async function reportAll(world: World, members: readonly Member[], random: RandomSource): Promise<void> {
  const sequence = world.now() - BEGIN_MS + 1;
  for (const member of members) await report(world, member, { sequence, noiseKw: random.between(-100, 100) / 100 });
  await world.divide();
}

async function report(world: World, member: Member, { sequence, noiseKw }: { sequence: number; noiseKw: number }) {
  const { as, session, revision, suppliedKw } = member;
  const grid = {
    uid: 'grid',
    node_type: 'Device',
    device_type: 'grid',
    active_power_kw: SETPOINT_KW + suppliedKw + noiseKw,
  };
  const rated = { rated_power_upper_limit_kW: 1_000, rated_power_lower_limit_kW: -1_000, children: [] };
  const devices = { uid: 'site', node_type: 'Dispatcher', device_type: 'site', children: [{ ...grid, ...rated }] };
  const said = { session, sequence, sentAt: instantOf(world.now()), schedule: { revision, rejected: [] }, devices };
  await world.done('POST', PATHS.controllerReport, { as, body: said });
}

/** For longer than it has to tell, a pool is not said to give anything else than it does. */
function wronglySaid(moments: readonly Moment[], { members, bookedKw }: Playing): string[] {
  const ends = Array.from({ length: TELL_TICKS }, (_, index) => moments.length - index);
  const apartKw = ends.map((end) => meanApart(moments.slice(Math.max(0, end - MEAN_TICKS), end)));
  const mostKw = Math.max(...moments.slice(-TELL_TICKS).map(({ saidKw }) => Math.abs(saidKw)));
  // As far as errors that are tolerated of each may add up by chance.
  const chanceKw = 3 * Math.sqrt(members / 3) * Math.min(TOLERATED_KW, bookedKw);
  const allowedKw = Math.max(TOLERATED_KW, 0.05 * mostKw, chanceKw);
  const isAll = apartKw.every((kW) => kW > allowedKw) || apartKw.every((kW) => kW < -allowedKw);
  const { atMs, lie } = moments.at(-1) ?? { atMs: 0, lie: '' };
  return isAll ? [`${textOf(atMs)}: ${apartKw[0]?.toFixed(1)} kW are not given, and nothing says so: ${lie}`] : [];
}

function meanApart(over: readonly Moment[]): number {
  return sumOf(over.map(({ saidKw, suppliedKw }) => saidKw - suppliedKw)) / Math.max(1, over.length);
}

/** What is said to be supplied is what the meters showed last. */
async function saidOtherwise(world: World, poolId: string, moments: readonly Moment[]): Promise<string[]> {
  const toMs = world.now();
  const window = `from=${instantOf(toMs - MINUTE)}&to=${instantOf(toMs)}`;
  const { orders, members } = await world.done<PoolFollowing>(
    'GET',
    `${at(PATHS.fleetPoolFollowing, poolId)}?${window}`,
  );
  const near = moments.slice(-REPORT_TICKS).map(({ suppliedKw }) => Math.abs((orders.suppliedkW ?? 0) - suppliedKw));
  if (Math.min(...near) <= members.length) return [];
  return [`${textOf(toMs)}: ${orders.suppliedkW} kW are said to be supplied, off by ${Math.min(...near)} kW`];
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function instantOf(ms: number): string {
  return new Date(ms).toISOString();
}

function textOf(ms: number): string {
  return instantOf(ms).slice(11, 19);
}
