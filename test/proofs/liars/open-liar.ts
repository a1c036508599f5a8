import { randomUUID } from 'node:crypto';
import { PATHS, type SiteDelivery } from '@setpoint/contract';
import { executeSchedule } from '@setpoint/controller/testing/rooms/execute';
import { parseSnapshot, type Schedule } from '@setpoint/controller/testing/rooms/protocol';
import { at } from '@setpoint/server/testing/asking-of';
import type { World } from '@setpoint/server/testing/open-world';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { drawSchedule } from './draw-schedule.ts';
import { drawTimes, type Lie } from './lies.ts';
import { lyingSite } from './lying-site.ts';
import { watchTruth, type WatchedTruth } from './watch-truth.ts';

export const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const REPORT_MS = 14_000;
const CHECK_MS = 30_000;
/** No timer ticks in a test: the day does. */
const NEVER_MS = 2 ** 31 - 1;
const FADE = { minPercent: 0, maxPercent: 100, fadePercent: 0 };

export interface LiarDay {
  readonly lie: Lie;
  readonly faults: readonly string[];
  /** How often a meter was wrong for so long that it had to be told. */
  readonly due: number;
}

interface Opening {
  readonly world: World;
  readonly clock: { readonly now: number };
  readonly seed: number;
  readonly lie: Lie;
  readonly dayMs: number;
}

/** One site over a day: its controller carries a schedule out, and the service says what became of it. */
export type Liar = Awaited<ReturnType<typeof openLiar>>;

export async function openLiar({ world, clock, seed, lie, dayMs }: Opening) {
  const random = new RandomSource(seed);
  const beginMs = clock.now;
  const times = drawTimes(random, dayMs).map((span) => span.map((ms) => beginMs + ms));
  const isLying = () => times.some(([fromMs = 0, toMs = 0]) => fromMs <= clock.now && clock.now < toMs);
  const site = lyingSite({ random, lie, isLying, now: () => clock.now });
  const siteId = await world.site({ siteName: `${lie.name} ${seed}` });
  const schedules = drawSchedule(random, { fromMs: beginMs, toMs: beginMs + dayMs });
  await world.done('POST', at(PATHS.schedules, siteId), { body: { schedules } });
  const as = { Authorization: `Bearer ${await world.keyOf(siteId)}` };
  const schedule = await snapshotOf(world, as);
  site.step();
  const execution = await executeSchedule({
    driver: site.driver,
    settings: { siteId, ownMode: 'idle', socWindow: FADE },
    schedule: () => schedule,
    tickEveryMs: NEVER_MS,
    now: () => clock.now,
    elapsedMs: () => clock.now - beginMs,
    log: () => undefined,
  });
  const truth = watchTruth(schedule.commands, isLying);
  const said: Saying = { session: randomUUID(), sequence: 0, as, revision: schedule.revision, reports: [] };
  let [told, steppedMs] = ['', beginMs];
  return {
    step() {
      for (; steppedMs < clock.now; steppedMs += SECOND_MS) site.step();
      execution.decide();
    },
    async tell() {
      const sinceMs = clock.now - beginMs;
      truth.saw(clock.now, site.shown());
      const control = execution.latest();
      const saying = JSON.stringify([control?.rejected, control?.limited.map(({ type, by }) => [type, by])]);
      if (saying !== told || sinceMs % REPORT_MS === 0) await report(world, said, control);
      told = saying;
      if (sinceMs % CHECK_MS === 0) await check(world, { siteId, atMs: clock.now, truth, reports: said.reports });
    },
    async end() {
      await execution.stop();
      return { lie, faults: truth.faults().map((fault) => `${lie.name} (${seed}): ${fault}`), due: truth.due() };
    },
  };
}

type Latest = ReturnType<Awaited<ReturnType<typeof executeSchedule>>['latest']>;

interface Saying {
  readonly session: string;
  sequence: number;
  readonly as: Readonly<Record<string, string>>;
  readonly revision: string;
  /** What the last reports said, to find the cause of a fault. */
  reports: readonly string[];
}

const KEPT_REPORTS = 8;

async function snapshotOf(world: World, as: Saying['as']): Promise<Schedule> {
  const { body: text } = await world.ask<unknown>('GET', PATHS.controllerSchedule, { as });
  const parsed = parseSnapshot(text);
  if (parsed.kind !== 'schedule') throw new Error(`no schedule: ${JSON.stringify(parsed)}`);
  return parsed.schedule;
}

async function report(world: World, said: Saying, control: Latest): Promise<void> {
  said.sequence += 1;
  const { as, session, sequence, revision } = said;
  const schedule = { revision, rejected: control?.rejected ?? [], limited: control?.limited ?? [] };
  const sentAt = new Date(world.now()).toISOString();
  const devices = control === undefined ? {} : { devices: control.devices };
  const kW = control?.devices.children?.map(({ uid, active_power_kw }) => [uid, active_power_kw]);
  const limited = schedule.limited.map(({ type, by }) => [type, by]);
  const line = JSON.stringify([sentAt.slice(11, 19), kW, schedule.rejected, limited]);
  said.reports = [...said.reports.slice(1 - KEPT_REPORTS), line];
  await world.done('POST', PATHS.controllerReport, { as, body: { session, sequence, sentAt, schedule, ...devices } });
}

interface Checking {
  readonly siteId: string;
  readonly atMs: number;
  readonly truth: WatchedTruth;
  readonly reports: readonly string[];
}

async function check(world: World, { siteId, atMs, truth, reports }: Checking): Promise<void> {
  const delivery = await world.done<SiteDelivery>('GET', at(PATHS.fleetSiteDelivery, siteId));
  truth.judge(atMs, {
    reports,
    state: delivery.state,
    troubles: delivery.troubles.map(({ code }) => code),
    commands: new Map(
      delivery.commands.map(({ asset, type, state, limited }) => [`${asset}/${type}`, { state, limited: limited?.by }]),
    ),
  });
}
