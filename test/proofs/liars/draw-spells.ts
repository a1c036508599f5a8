import type { RandomSource } from '@setpoint/server/testing/random-source';

const MINUTE = 60_000;
/** How often a pool is asked for something else in kind. */
export const PHASE_MS = 10 * MINUTE;

interface Doing {
  readonly orderKw: number;
  readonly atMs: number;
  /** Since when the order is the same, but for a watt. */
  readonly orderedMs: number;
}

/** What members give of their orders, by their meters. */
export const MEMBER_LIES: Readonly<Record<string, (doing: Doing) => number>> = {
  'does nothing': () => 0,
  'gives a half': ({ orderKw }) => orderKw / 2,
  'gives twice as much': ({ orderKw }) => orderKw * 2,
  'goes the other way': ({ orderKw }) => -orderKw,
  'stands at -60': () => -60,
  'leaves its setpoint': ({ orderKw }) => orderKw + 40,
  'gives up after 12 s': ({ orderKw, atMs, orderedMs }) => (atMs - orderedMs > 12_000 ? 0 : orderKw),
  'is right in one report of three': ({ orderKw, atMs }) => (Math.floor(atMs / 8_000) % 3 === 0 ? orderKw : 0),
  'imports only': ({ orderKw }) => Math.max(0, orderKw),
};

/** What a pool is asked for in a phase, as a share of what is booked. */
export const SIGNALS: readonly ((ms: number) => number)[] = [
  () => 0.5,
  () => -0.6,
  () => 0,
  (ms) => (Math.floor(ms / 28_000) % 2) * 0.6,
  (ms) => (Math.floor(ms / 28_000) % 2 === 0 ? 0.6 : -0.6),
  (ms) => 0.6 * Math.sin(ms / 97_000),
  (ms) => 0.4 + 0.2 * Math.sign(Math.sin(ms / 8_000)),
];

/** A stretch of time in which some members lie, all in one way. */
export interface Spell {
  readonly fromMs: number;
  readonly toMs: number;
  readonly name: string;
  readonly liars: ReadonlySet<number>;
}

type Drawing = Readonly<Record<'fromMs' | 'toMs' | 'members' | 'liars', number> & { first: string }>;

/** Spells of a day, with time between them in which all are honest. */
export function drawSpells(random: RandomSource, { fromMs, toMs, members, liars, first }: Drawing): Spell[] {
  const spells: Spell[] = [];
  const names = [first, ...random.shuffle(Object.keys(MEMBER_LIES).filter((name) => name !== first))];
  const indexes = Array.from({ length: members }, (_, index) => index);
  for (let atMs = fromMs + PHASE_MS / 2; atMs < toMs;) {
    const endMs = atMs + 4 * MINUTE + random.below(PHASE_MS);
    const name = names[spells.length % names.length] ?? '';
    spells.push({ fromMs: atMs, toMs: endMs, name, liars: new Set(random.shuffle(indexes).slice(0, liars)) });
    atMs = endMs + PHASE_MS;
  }
  return spells;
}
