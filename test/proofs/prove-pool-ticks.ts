import { divideSignal, type Allocation, type Hindrance, type MemberNow } from '@setpoint/core';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { numberedId } from '@setpoint/server/testing/numbered-id';
import { type Drawn, poolTickFaults, type Last, movedFaults, type Played, RATING_KW } from './pool-tick-faults.ts';
import { playTwoPools, type TwoPoolCounts } from './play-two-pools.ts';
import { createStoredTicks, type StoredTicks } from './stored-ticks.ts';
import type { Report } from './write-report.ts';

const CYCLE_MS = 4_000;
const LEASES_MS = [CYCLE_MS, 3 * CYCLE_MS, 10 * CYCLE_MS];
const SIGNALS_OF_A_LIFE = 60;
const MOST_MEMBERS = 12;
const MOST_ROUNDS = 4;
const MOST_HELD_SIGNALS = 5;
const HINDRANCES: readonly Hindrance[] = ['offline', 'offline', 'offline', 'behind', 'held', 'rejecting', 'clock'];
const RULES = ['proportional', 'merit', 'energy'] as const;
// Most are large; a few watts are divided by the same rules.
const MOST_WATTS = [900_000, 900_000, 900_000, 20_000, 50, 2];
const TICKS = 1_000_000;
const SHARED_TICKS = 100_000;

/** How many ticks of which kind were looked at. */
export interface TickCounts {
  ticks: number;
  shares: number;
  short: number;
  surplus: number;
  /** Of them: the signal before divided again. */
  rounds: number;
  /** Of those: with nobody held, released or lost since. */
  same: number;
  /** Shares of members that had been ordered something before, and could not come further on their way from there. */
  ramping: number;
  /** Shares of held sites. */
  held: number;
  /** Shares of members that fell silent, and may still follow an order of before the last division. */
  older: number;
  /** Divisions that were kept, as somebody had to be told something by them. */
  kept: number;
}

/** Random lives of pools; each tick is held against what the rules say, by a model that shares no code. Returns the faults. */
export async function playTicks(
  seed: number,
  ticks: number,
): Promise<{ readonly counts: TickCounts; readonly faults: string[] }> {
  const random = new RandomSource(seed);
  const counts: TickCounts = {
    ticks: 0,
    shares: 0,
    short: 0,
    surplus: 0,
    rounds: 0,
    same: 0,
    ramping: 0,
    held: 0,
    older: 0,
    kept: 0,
  };
  const faults: string[] = [];
  while (counts.ticks < ticks && faults.length < 20) await playLife(random, counts, faults);
  return { counts, faults };
}

interface Life {
  readonly random: RandomSource;
  readonly rule: (typeof RULES)[number];
  readonly members: Drawn[];
  /** For how many signals more each is held. */
  readonly held: Map<number, number>;
  /** The last order that each member was told of, until it ends. */
  readonly lasts: Map<number, Last>;
  readonly stored: StoredTicks;
  at: number;
  signal: Signal | undefined;
}

interface Signal {
  readonly watts: number;
  readonly validUntil: number;
  /** The members that take part in it. */
  readonly present: readonly number[];
}

interface Tick {
  readonly played: Played;
  readonly given: Allocation;
  /** Whether it became a row. */
  readonly isKept: boolean;
  /** What is wrong with what was read back, or kept. */
  readonly misread: readonly string[];
}

async function playLife(random: RandomSource, counts: TickCounts, faults: string[]): Promise<void> {
  const members = Array.from({ length: random.below(MOST_MEMBERS) }, () => drawMember(random));
  const life: Life = {
    random,
    rule: random.pick(RULES),
    members,
    held: new Map(),
    lasts: new Map(),
    stored: createStoredTicks(),
    at: 1_000_000,
    signal: undefined,
  };
  const note = (tick: Tick, found: readonly string[]) => {
    faults.push(...[...found, ...tick.misread].map((what) => `tick ${counts.ticks}: ${what}`));
    countOne(counts, tick);
  };
  for (let count = 0; count < SIGNALS_OF_A_LIFE; count += 1) {
    changeSome(life);
    life.at += random.chance(0.8) ? CYCLE_MS : 1 + random.below(10 * CYCLE_MS);
    const present = [...members.keys()].filter(() => random.chance(0.95));
    const validUntil = life.at + random.pick(LEASES_MS);
    const tick = await playTick(life, { watts: drawWatts(random), validUntil, present });
    note(tick, poolTickFaults(tick.played, tick.given));
    await playRounds(life, tick, (round, found, isSame) => {
      note(round, found);
      counts.rounds += 1;
      if (isSame) counts.same += 1;
    });
  }
}

/** The signal divided again and again while it holds, as it is when nothing happens and when a member drops out. */
async function playRounds(
  life: Life,
  first: Tick,
  note: (round: Tick, found: string[], isSame: boolean) => void,
): Promise<void> {
  const { random, signal } = life;
  if (signal === undefined) return;
  let before = first;
  for (let round = random.below(MOST_ROUNDS); round > 0; round -= 1) {
    life.at += random.below(CYCLE_MS);
    if (life.at >= signal.validUntil) return;
    const isSame = random.chance(0.7);
    if (!isSame) dropOrBringBack(life, signal);
    const again = await playTick(life, signal);
    const moved = isSame ? movedFaults(before.played, before.given, { now: again.played, again: again.given }) : [];
    note(again, [...poolTickFaults(again.played, again.given), ...moved], isSame);
    before = again;
  }
}

function changeSome({ random, members, held }: Life): void {
  for (const index of members.keys()) if (random.chance(0.2)) members[index] = drawMember(random);
  for (const [index, signals] of held) {
    if (signals > 1) held.set(index, signals - 1);
    else held.delete(index);
  }
  for (const index of members.keys()) if (random.chance(0.05)) held.set(index, 1 + random.below(MOST_HELD_SIGNALS));
}

/** A hold is made or released, or a member falls silent or is back. */
function dropOrBringBack({ random, members, held }: Life, { present }: Signal): void {
  if (present.length === 0) return;
  const silent = present.filter((one) => members[one]?.hindrance === 'offline');
  const index = random.pick(silent.length > 0 && random.chance(0.5) ? silent : present);
  const member = members[index];
  if (held.delete(index) || member === undefined) return;
  if (random.chance(0.5)) held.set(index, 1 + random.below(MOST_HELD_SIGNALS));
  else {
    const hindrance = member.hindrance === null ? 'offline' : null;
    members[index] = { ...member, hindrance, isReachable: hindrance === null };
  }
}

async function playTick(life: Life, signal: Signal): Promise<Tick> {
  const { rule, lasts, stored, at, signal: before } = life;
  const { watts, validUntil, present } = signal;
  for (const [index, last] of lasts) if (last.validUntil <= at) lasts.delete(index);
  const drawn = present.flatMap((index) => memberOf(life, index));
  const played: Played = { rule, watts, at, drawn, lasts: present.map((index) => lasts.get(index)) };
  const wattsBefore = before !== undefined && before.validUntil > at ? before.watts : null;
  const siteIds = present.map(numberedId);
  const given = divideSignal(
    { at, service: 'afrr', rule, enduranceMinutes: 60, watts, wattsBefore },
    drawn.map((member, place) => memberNow(siteIds[place] ?? '', member, played.lasts[place])),
  );
  const divided = { siteIds, played, given, validUntil };
  const { misread, isKept } = await (signal === before ? stored.divideAgain(divided) : stored.take(divided));
  if (isKept) noteTold(life, signal, { drawn, given });
  life.signal = signal;
  return { played, given, misread, isKept };
}

/** What each member has been told by a division. */
function noteTold(
  { lasts, members, at }: Life,
  { present, validUntil }: Signal,
  { drawn, given }: { readonly drawn: readonly Drawn[]; readonly given: Allocation },
): void {
  // Whoever left was told so.
  for (const index of members.keys()) if (!present.includes(index)) lasts.delete(index);
  for (const [place, index] of present.entries()) {
    const share = given.shares[place];
    // Whoever is held, or takes no part for another reason, is told so by an order for nothing. Nothing is known any more
    // of one that fell silent and does nothing.
    if (share === undefined || share.follows !== 0) continue;
    if (drawn[place]?.hindrance === 'offline') lasts.delete(index);
    else
      lasts.set(index, {
        watts: share.watts,
        at,
        validUntil,
        ...(share.misses ? { fromWatts: share.watts - share.misses } : {}),
      });
  }
}

function memberOf({ members, held }: Life, index: number): Drawn[] {
  const member = members[index];
  if (member === undefined) return [];
  return [held.has(index) ? { ...member, hindrance: 'held' } : member];
}

function drawWatts(random: RandomSource): number {
  const most = random.pick(MOST_WATTS);
  return random.between(-most, most);
}

function countOne(counts: TickCounts, { played, given, isKept }: Tick): void {
  counts.ticks += 1;
  if (isKept) counts.kept += 1;
  counts.shares += given.shares.length;
  if (given.shortfallWatts !== 0) counts.short += 1;
  if (given.surplusWatts !== 0) counts.surplus += 1;
  const lasts = given.shares.map((share, place) => [share, played.lasts[place]] as const);
  counts.ramping += lasts.filter(([{ because }, last]) => because === 'ramp' && last !== undefined).length;
  counts.held += lasts.filter(([{ because }]) => because === 'held').length;
  const latestAt = Math.max(...lasts.map(([, last]) => last?.at ?? 0));
  counts.older += lasts.filter(([{ follows }, last]) => follows !== 0 && (last?.at ?? latestAt) < latestAt).length;
}

function drawMember(random: RandomSource): Drawn {
  const hindrance = random.below(4) === 0 ? random.pick(HINDRANCES) : null;
  return {
    booked: { import: random.below(500), export: random.below(500) },
    setpoint: random.below(2) === 0 ? null : random.below(600) - 300,
    upper: random.below(700) - 100,
    lower: random.below(700) - 600,
    ramp: random.below(3) === 0 ? 1 + random.below(60) : null,
    rank: random.below(3),
    isBackup: random.below(4) === 0,
    hindrance,
    isReachable: hindrance !== 'offline',
    filled: random.below(101),
  };
}

function memberNow(siteId: string, drawn: Drawn, last: Last | undefined): MemberNow {
  const rating = { lower: -RATING_KW, upper: RATING_KW };
  return {
    siteId,
    role: drawn.isBackup ? 'backup' : 'primary',
    rank: drawn.rank,
    rampKwPerSecond: drawn.ramp,
    values: {
      'grid/afrrImportBookingkW': drawn.booked.import,
      'grid/afrrExportBookingkW': drawn.booked.export,
      'grid/upperLimitkW': drawn.upper,
      'grid/lowerLimitkW': drawn.lower,
      ...(drawn.setpoint === null ? {} : { 'grid/activePowerkW': drawn.setpoint }),
    },
    ratings: { grid: rating, bess: rating, solar: rating },
    storage: { capacityWh: 100_000, storedWh: drawn.filled * 1_000 },
    hindrance: drawn.hindrance,
    isReachable: drawn.isReachable,
    last: last ?? null,
    fromWatts: last?.fromWatts,
  };
}

export async function provePoolTicks(say: (line: string) => void): Promise<Report> {
  const { counts, faults } = await playTicks(1, TICKS);
  const { ticks, shares, short, surplus, rounds, same, ramping, held, older, kept } = mapped(counts);
  const facts = [
    `${ticks} ticks with ${shares} shares: ${short} with a shortfall, ${surplus} with members that did too much.`,
    `${rounds} of them divide a signal again while it holds, ${same} without any member held, released, lost or back since.`,
    `${ramping} shares as far as the ramp since the last order allows, ${held} of held sites.`,
    `${kept} became a row; ${older} shares of silent members that may still follow one before the last.`,
  ];
  const shared = playTwoPools(1, SHARED_TICKS);
  facts.push(factOf(shared.counts));
  for (const fact of facts) say(fact);
  return { facts, faults: [...faults, ...shared.faults] };
}

function factOf(counts: TwoPoolCounts): string {
  const { ticks, crossed, short, shared, silent, full } = mapped(counts);
  return `${ticks} ticks of two pools over the same sites, an aFRR and an mFRR one: ${crossed} divided the other anew, ${short} had a shortfall, ${shared} orders of both on one site, ${silent} of silent sites, ${full} storages full or empty.`;
}

function mapped<Counts extends object>(counts: Counts): Record<keyof Counts, string> {
  const texts = Object.entries(counts).map(([name, count]) => [name, count.toLocaleString('en-US')] as const);
  return Object.fromEntries(texts) as Record<keyof Counts, string>;
}
