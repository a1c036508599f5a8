import type { PoolHeadroomInterval, PoolHeadroomSum } from '@setpoint/contract';
import { type Headroom, HEADROOM_KINDS, type HeadroomInterval, type HeadroomKind, instantText } from '@setpoint/core';

// In whole watts, so that ten thousand members add up exactly.
interface Sum {
  watts: number;
  members: number;
  unbounded: number;
  readonly binds: Map<string, number>;
}

interface Summed {
  readonly from: number;
  readonly to: number;
  energyUnknown: number;
  readonly kinds: Readonly<Record<HeadroomKind, Sum>>;
}

const WATTS_PER_KW = 1_000;

/** Adds up what the members of a pool have, interval by interval, with what binds how many of them. */
export function sumHeadroom() {
  const sums: Summed[] = [];
  return {
    add(intervals: readonly HeadroomInterval[]): void {
      for (const [index, { from, to, isEnergyKnown, headroom }] of intervals.entries()) {
        const sum = (sums[index] ??= { from, to, energyUnknown: 0, kinds: emptySums() });
        if (!isEnergyKnown) sum.energyUnknown += 1;
        for (const kind of HEADROOM_KINDS) addTo(sum.kinds[kind], headroom[kind]);
      }
    },
    *intervals(): Generator<PoolHeadroomInterval> {
      for (const { from, to, energyUnknown, kinds } of sums) {
        const written = HEADROOM_KINDS.map((kind) => [kind, writtenSum(kinds[kind])] as const);
        const byKind = Object.fromEntries(written) as Record<HeadroomKind, PoolHeadroomSum>;
        yield { from: instantText(from), to: instantText(to), energyUnknown, ...byKind };
      }
    },
  };
}

function emptySums(): Readonly<Record<HeadroomKind, Sum>> {
  const empty = (): Sum => ({ watts: 0, members: 0, unbounded: 0, binds: new Map() });
  return Object.fromEntries(HEADROOM_KINDS.map((kind) => [kind, empty()])) as Record<HeadroomKind, Sum>;
}

function addTo(sum: Sum, found: Headroom | null): void {
  if (found === null) return;
  if (found.kw === null) sum.unbounded += 1;
  else {
    sum.watts += Math.round(found.kw * WATTS_PER_KW);
    sum.members += 1;
    for (const because of found.binds) sum.binds.set(because, (sum.binds.get(because) ?? 0) + 1);
  }
}

function writtenSum({ watts, members, unbounded, binds }: Sum): PoolHeadroomSum {
  const bounds = [...binds].map(([because, those]) => ({ because, members: those }));
  return {
    kW: watts / WATTS_PER_KW,
    members,
    unbounded,
    binds: bounds.toSorted((one, other) => other.members - one.members || (one.because < other.because ? -1 : 1)),
  };
}
