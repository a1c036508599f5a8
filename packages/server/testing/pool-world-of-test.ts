import type { Assets, SiteId } from '@setpoint/contract';
import type { RecordReportInput } from '../src/gateway/reports/record-report.ts';
import { createSiteSignals } from '../src/platform/site-signals.ts';
import { createMemberKnowledge } from '../src/pools/members/member-knowledge.ts';
import { putPool } from '../src/pools/put-pool.ts';
import { acceptSignal } from '../src/pools/signals/accept-signal.ts';
import { createOrderBoard } from '../src/pools/signals/order-board.ts';
import { ratedAssets, reportAssets, setDrawn } from './draw-schedules.ts';
import { membersFrom, NORTH } from './members-from.ts';
import { kindOfRun, type StoreKind } from './open-test-store.ts';
import { worldOfTest } from './open-world.ts';

interface Opening {
  readonly store?: StoreKind;
  readonly clock: { now: number };
  /** What is set on each member, drawn. */
  readonly set: string;
  /** Of the members, of which there are as many. */
  readonly ramps?: readonly (number | null)[];
}

export type PoolWorld = Awaited<ReturnType<typeof poolWorldOfTest>>;

/** For tests: a pool in a world until the test is over, whose members applied what is set, and a node that divides. */
export async function poolWorldOfTest({ store: kind = kindOfRun(), clock, set, ramps = [null, null] }: Opening) {
  const world = await worldOfTest({ store: kind, clock });
  const { store, now } = world;
  const sites: SiteId[] = [];
  for (const _ of ramps) sites.push(await world.site());
  sites.sort();
  const members = sites.flatMap((siteId, index) => [...membersFrom(now(), [siteId], ramps[index])]);
  await store.write(putPool, { ...NORTH, members: new Map(members), now: now() });
  const revisions = new Map<SiteId, string | null>();
  let sequence = 0;

  /** Its controller says what it has, and hears what it should have. */
  async function report(siteId: SiteId, assets: Partial<Assets> = ratedAssets(), watch?: RecordReportInput['watch']) {
    const said = { ...assets, revision: revisions.get(siteId) ?? null };
    const { revision, ordered = [] } = await reportAssets(world, siteId, said, watch);
    revisions.set(siteId, revision);
    return ordered;
  }
  async function applyAll(): Promise<void> {
    for (const siteId of [...sites, ...sites]) await report(siteId);
  }

  for (const siteId of sites) await setDrawn(world, siteId, set);
  await applyAll();
  const knowledge = createMemberKnowledge(store, 90_000, () => []);
  const dividing = { store, now, knowledge, turn: async () => undefined, by: undefined };

  async function ask(kW: number, lastsMs: number, known = knowledge) {
    sequence += 1;
    const signal = { sequence, at: now(), validUntil: now() + lastsMs, watts: Math.round(kW * 1_000) };
    const accepted = await acceptSignal({ ...dividing, knowledge: known }, NORTH, signal);
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
    return accepted.division;
  }

  return {
    world,
    sites,
    revisions,
    report,
    applyAll,
    board: createOrderBoard({ store, signals: createSiteSignals(), now }),
    dividing,
    ask,
  };
}
