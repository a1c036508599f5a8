import { namesOfPair, type PairName } from '@setpoint/contract';
import type { Commands } from '@setpoint/core';
import { BATTERY_KW, type Shown } from './lying-site.ts';
import { type Moment, type QuickWatch, type Seen, watchQuickly } from './watch-quickly.ts';

/** What the service says of a site. */
interface Told {
  readonly state: string;
  readonly troubles: readonly string[];
  /** What its last reports said. */
  readonly reports: readonly string[];
  readonly commands: ReadonlyMap<PairName, { readonly state: string; readonly limited: string | undefined }>;
}

/** Holds what is told of a site against what its own meters showed; of the lie it knows only whether it goes on. */
export type WatchedTruth = ReturnType<typeof watchTruth>;

/** What begins gets so long to arrive. */
const SETTLE_MS = 30_000;
/** So long may nobody say it, and as long again as reports are apart. */
const TELL_WITHIN_MS = 60_000 + 15_000;
/** After so long with meters that are right, nothing is wrong any more. */
const OVER_WITHIN_MS = 240_000;
/** After so long without another lie, a meter is trusted again. */
const TRUSTED_WITHIN_MS = 720_000;
const ACTIVATED_WITHIN_MS = 300_000;
const MOST_FAULTS = 5;
/** Of what has to be told. */
const RIGHT = 0.25;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

interface Watched {
  readonly pair: PairName;
  entryMs: number;
  wrongMs: number | undefined;
  rightMs: number | undefined;
  wrong: string;
  readonly quick: QuickWatch;
}

export function watchTruth(commands: Commands, isLying: () => boolean) {
  const judged = [...commands.keys()].filter((pair) => /activePowerkW|LimitkW/.test(pair));
  const watched = judged.map((pair): Watched => {
    return { pair, entryMs: 0, wrongMs: undefined, rightMs: undefined, wrong: '', quick: watchQuickly() };
  });
  const faults: string[] = [];
  let due = 0;
  const see = (one: Watched, atMs: number, shown: Shown) => {
    const entry = commands.get(one.pair)?.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
    if (entry?.startMs !== one.entryMs) {
      [one.entryMs, one.wrongMs, one.rightMs] = [entry?.startMs ?? 0, undefined, undefined];
    }
    if (entry === undefined) return;
    const power = one.pair.startsWith('bess') ? shown.bess : shown.grid;
    const [least, most] = activationsOf(commands, one.pair, atMs);
    // An activation on its way may be anywhere between.
    const given = Math.max(least, Math.min(most, (power ?? 0) - entry.value));
    const seen = seenOf(one, entry, { atMs, power, wanted: entry.value + given });
    if (seen !== undefined) note(one, { atMs, isHonest: !isLying() }, seen);
  };
  const judge = ({ pair, wrongMs, rightMs, wrong }: Watched, atMs: number, told: Told) => {
    const said = saidOf(told, pair);
    const isDue = wrongMs !== undefined && atMs - wrongMs >= TELL_WITHIN_MS;
    if (isDue) due += 1;
    if (isDue && said === undefined) {
      faults.push(
        `${pair} shows ${wrong} for ${(atMs - wrongMs) / 1_000} s, and nothing says so: ${told.reports.join('; ')}`,
      );
    }
    const isOver =
      rightMs !== undefined && atMs - rightMs >= (said === 'implausible' ? TRUSTED_WITHIN_MS : OVER_WITHIN_MS);
    if (isOver && said !== undefined && said !== 'limited') {
      faults.push(
        `${pair} is right for ${(atMs - rightMs) / 1_000} s, and is said to be ${said}: ${told.reports.join('; ')}`,
      );
    }
  };
  return {
    saw: (atMs: number, shown: Shown) => watched.forEach((one) => see(one, atMs, shown)),
    judge: (atMs: number, told: Told) => watched.forEach((one) => judge(one, atMs, told)),
    faults: () => faults.slice(0, MOST_FAULTS),
    due: () => due,
  };
}

/** What is seen of a command; undefined while what began has its time to arrive. */
function seenOf({ pair, quick }: Watched, { startMs, endMs }: Span, now: Moment): Seen | undefined {
  const { atMs, power, wanted } = now;
  if (endMs - startMs < SETTLE_MS) return quick.saw(now);
  quick.forget();
  if (atMs - startMs < SETTLE_MS) return undefined;
  const away = awayOf(pair, power, wanted);
  if (away === undefined) return { wrong: `nothing of ${wanted} kW`, isRight: false };
  return { wrong: away > 1 ? `${power} of ${wanted} kW` : undefined, isRight: away < RIGHT };
}

function note(one: Watched, when: { readonly atMs: number; readonly isHonest: boolean }, seen: Seen): void {
  const isRight = seen.isRight && when.isHonest;
  one.wrongMs = seen.wrong === undefined ? undefined : (one.wrongMs ?? when.atMs);
  one.rightMs = isRight ? (one.rightMs ?? when.atMs) : undefined;
  one.wrong = seen.wrong ?? '';
}

/** What is said against a command, or another of its asset; undefined where all is said to be well. */
function saidOf({ state, troubles, commands }: Told, pair: PairName): string | undefined {
  if (troubles.length > 0) return troubles.join();
  const { asset } = namesOfPair(pair);
  // What is activated and cannot be given is said of the activation.
  const others = [...commands].filter(([other]) => namesOfPair(other).asset === asset);
  const refused = others.find(([, command]) => command.state !== 'accepted');
  if (refused !== undefined) return refused[1].state;
  if (others.some(([, { limited }]) => limited !== undefined)) return 'limited';
  return state === 'in_sync' ? undefined : state;
}

/** By how much a power is not as wanted, where 1 is so much that it has to be told; undefined where nothing shows it. */
function awayOf(pair: PairName, power: number | undefined, wanted: number): number | undefined {
  if (power === undefined) return undefined;
  const mostKw = pair.endsWith('LimitkW') ? Math.max(3, 0.1 * Math.abs(wanted)) : 0.1 * BATTERY_KW;
  if (pair === 'grid/upperLimitkW') return Math.max(0, power - wanted) / mostKw;
  if (pair === 'grid/lowerLimitkW') return Math.max(0, wanted - power) / mostKw;
  return Math.abs(power - wanted) / mostKw;
}

/** The least and the most that was activated within the time that a whole activation may take. */
function activationsOf(commands: Commands, pair: PairName, atMs: number): readonly [least: number, most: number] {
  const entries = pair === 'grid/activePowerkW' ? (commands.get('grid/afrrActivationkW') ?? []) : [];
  const values = entries.flatMap(({ startMs, endMs, value }) =>
    startMs <= atMs && endMs > atMs - ACTIVATED_WITHIN_MS ? [value] : [],
  );
  return values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
}
