import { type KnownEntry, type ModelEntry, ModelSplice } from '../../core/testing/model-splice.ts';
import { RandomSource } from './random-source.ts';

const DAY_MS = 86_400_000;
const SLOTS = 24;
/** The middle of this slot is now, so that no slot ends while the run lasts. */
const NOW_SLOT = 10;

const PAIRS = [
  { asset: 'grid', type: 'activePowerkW' },
  { asset: 'grid', type: 'upperLimitkW' },
  { asset: 'bess', type: 'activePowerkW' },
] as const;

interface SentEntry {
  readonly startAt: string;
  readonly endAt: string;
  readonly value: number;
}

type SentCommand = (typeof PAIRS)[number] & { readonly entries: SentEntry[] };

/** A request: with a window a splice, without one a batch that replaces its pairs. */
export interface SpliceRequest {
  readonly from?: string;
  readonly to?: string;
  readonly dropEnded?: boolean;
  readonly schedules: SentCommand[];
}

interface SpliceAnswer {
  readonly version: number;
  readonly dropped: number | undefined;
}

export interface SpliceRun {
  readonly seed: number;
  readonly now: number;
  readonly writers: number;
  readonly batchesOfWriter: number;
  readonly send: (request: SpliceRequest) => Promise<SpliceAnswer>;
}

/** What a person expects to be set afterwards, by pair, with the version that first set each entry. */
export type Expected = ReadonlyMap<string, readonly (SentEntry & { readonly first: number })[]>;

interface Drawn {
  readonly request: SpliceRequest;
  readonly window: { readonly from: number; readonly to: number; readonly drops: boolean } | undefined;
  readonly entries: readonly (readonly ModelEntry[])[];
  readonly pairs: readonly (typeof PAIRS)[number][];
}

/**
 * Lets several writers splice and replace the same pairs of one site at once, and says what must be set afterwards:
 * the batches in the order of their versions, each put into a model slot by slot. Throws where one is lost.
 */
export async function runSplices(run: SpliceRun): Promise<Expected> {
  const base = run.now - (NOW_SLOT + 0.5) * DAY_MS;
  const done: (Drawn & SpliceAnswer)[] = [];
  const write = async (writer: number) => {
    const random = new RandomSource(run.seed * 1_009 + writer);
    for (let batch = 0; batch < run.batchesOfWriter; batch += 1) {
      const drawn = draw(random, base);
      done.push({ ...drawn, ...(await run.send(drawn.request)) });
    }
  };
  await Promise.all(Array.from({ length: run.writers }, (_, writer) => write(writer)));
  done.sort((one, other) => one.version - other.version);
  const models = new Map(PAIRS.map((pair) => [nameOf(pair), new ModelSplice(SLOTS)]));
  for (const [index, one] of done.entries()) {
    if (one.version !== index + 1) throw new Error(`version ${index + 1} is nobody's; one has ${one.version}`);
    replay(models, one);
  }
  return new Map([...models].map(([name, model]) => [name, model.read().map((entry) => asWritten(entry, base))]));
}

function replay(
  models: ReadonlyMap<string, ModelSplice>,
  { version, window, entries, pairs, dropped }: Drawn & SpliceAnswer,
) {
  let expected = 0;
  for (const [index, pair] of pairs.entries()) {
    const model = models.get(nameOf(pair));
    const ofPair = entries[index] ?? [];
    if (window === undefined) model?.set(version, ofPair);
    else expected += model?.splice(version, { ...window, dropUpTo: window.drops ? NOW_SLOT : 0 }, ofPair) ?? 0;
  }
  if (window !== undefined && dropped !== expected)
    throw new Error(`version ${version} dropped ${dropped} entries, and should have dropped ${expected}`);
}

function draw(random: RandomSource, base: number): Drawn {
  const at = (slot: number) => new Date(base + slot * DAY_MS).toISOString();
  const from = random.below(SLOTS);
  const isSplice = random.chance(0.9);
  const drops = random.chance(0.2);
  const window = isSplice ? { from, to: random.between(from + 1, SLOTS), drops } : undefined;
  const pairs = random.shuffle(PAIRS).slice(0, random.between(1, PAIRS.length));
  const entries = pairs.map(() => drawEntries(random, window ?? { from: 0, to: SLOTS }));
  const schedules = pairs.map((pair, index) => {
    const sent = (entries[index] ?? []).map(({ start, end, value }) => ({ startAt: at(start), endAt: at(end), value }));
    return { ...pair, entries: [...random.shuffle(sent)] };
  });
  if (window === undefined) return { request: { schedules }, window, entries, pairs };
  const request = { from: at(window.from), to: at(window.to), schedules, ...(drops ? { dropEnded: true } : {}) };
  return { request, window, entries, pairs };
}

function drawEntries(random: RandomSource, { from, to }: { readonly from: number; readonly to: number }): ModelEntry[] {
  const entries: ModelEntry[] = [];
  for (let start = from; start < to;) {
    const end = Math.min(to, start + random.between(1, 5));
    if (random.chance(0.7)) entries.push({ start, end, value: random.between(1, 3) });
    start = end;
  }
  return entries;
}

function asWritten({ start, end, value, first }: KnownEntry, base: number) {
  const at = (slot: number) => new Date(base + slot * DAY_MS).toISOString();
  return { startAt: at(start), endAt: at(end), value, first };
}

function nameOf({ asset, type }: (typeof PAIRS)[number]): string {
  return `${asset}/${type}`;
}
