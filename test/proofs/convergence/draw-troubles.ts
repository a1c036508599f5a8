import type { Fault } from '@setpoint/controller/testing/rooms/plant';
import type { RandomSource } from '@setpoint/server/testing/random-source';

/** Something that is done to the world at an instant. */
export type Trouble = { readonly atMs: number } & (
  | { readonly kind: 'set'; readonly site: number }
  | { readonly kind: 'restart_service'; readonly forMs: number; readonly how: 'heard' | 'unheard' }
  | { readonly kind: 'copy_store' }
  | { readonly kind: 'restore_store'; readonly forMs: number }
  | {
      readonly kind: 'restart_controller';
      readonly site: number;
      readonly forMs: number;
      readonly how: 'heard' | 'unheard';
      readonly hasMemory: boolean;
    }
  | { readonly kind: 'take_over'; readonly site: number; readonly forMs: number }
  | { readonly kind: 'hold'; readonly site: number; readonly forMs: number }
  | { readonly kind: 'congest'; readonly forMs: number }
  | { readonly kind: 'remove_pool'; readonly forMs: number }
);

/** Power that one of the nodes is told to ask the pool for. */
export interface DrawnSignal {
  readonly atMs: number;
  readonly forMs: number;
  readonly kw: number;
  readonly node: 'first' | 'second';
}

const SITES = 3;
const LAST_MS = 60_000;
/** For how long signals hold: some end before the next, others outlast many. */
const LEASES_MS = [4_000, 12_000, 60_000, 300_000];
/** More than all sites are booked for. */
const MOST_KW = 350;

/** Everything that goes wrong in a world, all of it over by `untilMs`. */
export type Troubles = ReturnType<typeof drawTroubles>;

export function drawTroubles(source: RandomSource, untilMs: number) {
  // Half of it towards the end, so that much is still in disorder then.
  const at = () => (source.chance(0.5) ? source.below(untilMs) : source.between(untilMs - LAST_MS, untilMs - 1));
  const span = (longestMs: number) => {
    const atMs = at();
    return { atMs, forMs: Math.min(source.between(1, longestMs), untilMs - atMs) };
  };
  const how = () => source.pick(['heard', 'unheard'] as const);
  const site = () => source.below(SITES);
  const many = <T>(most: number, draw: () => T): T[] => Array.from({ length: source.below(most + 1) }, draw);
  const troubles: Trouble[] = [
    ...Array.from({ length: source.between(5, 30) }, () => ({ kind: 'set' as const, atMs: at(), site: site() })),
    ...many(3, () => ({ kind: 'restart_service' as const, ...span(60_000), how: how() })),
    ...many(4, () => ({
      kind: 'restart_controller' as const,
      ...span(90_000),
      site: site(),
      how: how(),
      hasMemory: source.chance(0.6),
    })),
    ...many(2, () => ({ kind: 'take_over' as const, ...span(120_000), site: site() })),
    ...many(3, () => ({ kind: 'hold' as const, ...span(300_000), site: site() })),
    ...many(2, () => ({ kind: 'congest' as const, ...span(60_000) })),
    ...many(1, () => ({ kind: 'remove_pool' as const, ...span(60_000) })),
  ];
  if (source.chance(0.4)) {
    const copiedAtMs = at();
    const restores = Array.from({ length: source.between(1, 2) }, () => span(30_000));
    troubles.push({ kind: 'copy_store', atMs: copiedAtMs });
    for (const restore of restores) troubles.push({ kind: 'restore_store', ...restore });
  }
  const faults = Array.from({ length: SITES }, () => many(6, () => drawFault(source, span(120_000))));
  const signals = many(20, () => ({
    atMs: at(),
    forMs: source.pick(LEASES_MS),
    kw: source.between(-MOST_KW, MOST_KW),
    node: source.pick(['first', 'second'] as const),
  }));
  return { troubles: troubles.sort((one, other) => one.atMs - other.atMs), faults, signals };
}

function drawFault(source: RandomSource, span: { atMs: number; forMs: number }): Fault {
  const kind = source.pick(['drop', 'half_open', 'duplicate', 'reorder'] as const);
  if (kind === 'half_open') return { ...span, kind };
  if (kind === 'reorder') return { ...span, kind, depth: source.between(1, 4) };
  return { ...span, kind, probability: source.between(1, 10) / 10 };
}
