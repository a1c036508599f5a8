import type { HeadroomSum } from '@setpoint/contract';
import { type Headroom, HEADROOM_KINDS, type HeadroomInterval, type HeadroomKind, instantText } from '@setpoint/core';

const WATTS_PER_KW = 1_000;

/** The text of one interval; put together by hand, since a fleet has a million of them. */
export function headroomText({ from, to, isEnergyKnown, headroom }: HeadroomInterval): string {
  let text = `{"from":"${instantText(from)}","to":"${instantText(to)}","isEnergyKnown":${isEnergyKnown}`;
  for (const kind of HEADROOM_KINDS) text += `,"${kind}":${foundText(headroom[kind])}`;
  return `${text}}`;
}

function foundText(found: Headroom | null): string {
  if (found === null) return 'null';
  const [only] = found.binds;
  const binds = found.binds.length === 1 ? `"${only}"` : found.binds.map((source) => `"${source}"`).join(',');
  return `{"kW":${found.kw},"binds":[${binds}]}`;
}

/** Adds up what the sites of a fleet have, interval by interval. */
export function createHeadroomSum() {
  const sums: Interval[] = [];
  return {
    add(intervals: readonly HeadroomInterval[]): void {
      for (const [index, { from, to, headroom }] of intervals.entries()) {
        const sum = (sums[index] ??= { from, to, kinds: emptySums() });
        for (const kind of HEADROOM_KINDS) addTo(sum.kinds[kind], headroom[kind]);
      }
    },
    *texts(): Generator<string> {
      for (const [index, { from, to, kinds }] of sums.entries()) {
        const fields = HEADROOM_KINDS.map((kind) => `,"${kind}":${JSON.stringify(writtenSum(kinds[kind]))}`);
        yield `${index === 0 ? '' : ','}{"from":"${instantText(from)}","to":"${instantText(to)}"${fields.join('')}}`;
      }
    },
  };
}

interface Interval {
  readonly from: number;
  readonly to: number;
  readonly kinds: Readonly<Record<HeadroomKind, Sum>>;
}

// In whole watts, so that a thousand sites add up exactly.
interface Sum {
  watts: number;
  sites: number;
  unbounded: number;
}

function emptySums(): Readonly<Record<HeadroomKind, Sum>> {
  const empty = () => ({ watts: 0, sites: 0, unbounded: 0 });
  return Object.fromEntries(HEADROOM_KINDS.map((kind) => [kind, empty()])) as Record<HeadroomKind, Sum>;
}

function addTo(sum: Sum, found: Headroom | null): void {
  if (found === null) return;
  if (found.kw === null) sum.unbounded += 1;
  else {
    sum.watts += Math.round(found.kw * WATTS_PER_KW);
    sum.sites += 1;
  }
}

function writtenSum({ watts, sites, unbounded }: Sum): HeadroomSum {
  return { kW: watts / WATTS_PER_KW, sites, unbounded };
}
