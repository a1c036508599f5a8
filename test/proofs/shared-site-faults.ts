import type { Hindrance } from '@setpoint/core';

/** A site that is in two pools; in whole kW. */
export interface SharedSite {
  readonly booked: { readonly afrr: number; readonly mfrr: number };
  readonly setpoint: number | null;
  readonly upper: number;
  readonly lower: number;
  /** Of its connection point and its storage, both ways. */
  readonly ratedKw: number;
  readonly capacityWh: number;
  /** null where it has no storage that shows its charge. */
  readonly storedWh: number | null;
  readonly hindrance: Hindrance | null;
}

type Watts = Readonly<Record<'afrr' | 'mfrr', number>>;

const WATTS = 1_000;
/** What a storage must be able to give for, at the least. */
const MINUTES_OF_AN_HOUR = 60;

/** What is wrong with both orders of a site together, written from the rules alone. */
export function sharedSiteFaults(site: SharedSite, { afrr, mfrr }: Watts): string[] {
  // One of them may end before the other: those of one direction alone must fit, too.
  const up = Math.max(0, afrr) + Math.max(0, mfrr);
  const down = Math.max(0, -afrr) + Math.max(0, -mfrr);
  return [
    ...fault(Math.abs(afrr) <= site.booked.afrr * WATTS, `${afrr} W of aFRR, booked are ${site.booked.afrr} kW`),
    ...fault(Math.abs(mfrr) <= site.booked.mfrr * WATTS, `${mfrr} W of mFRR, booked are ${site.booked.mfrr} kW`),
    ...beyondBand(site, up, down),
    ...beyondEnergy(site, up, down),
  ];
}

function beyondBand({ upper, lower, ratedKw, setpoint }: SharedSite, up: number, down: number): string[] {
  const high = Math.min(upper, ratedKw);
  const low = Math.min(high, Math.max(lower, -ratedKw));
  if (setpoint === null) {
    const band = (high - low) * WATTS;
    return fault(up <= band && down <= band, `${up} and ${-down} W in a band of ${band} W`);
  }
  const from = Math.min(high, Math.max(low, setpoint));
  return [
    ...fault(up === 0 || from * WATTS + up <= high * WATTS, `${up} W from ${from} kW, at most ${high} kW`),
    ...fault(down === 0 || from * WATTS - down >= low * WATTS, `${-down} W from ${from} kW, at least ${low} kW`),
  ];
}

/** Beyond what it stops doing the other way, a storage gives or takes for a minute at the least. */
function beyondEnergy({ capacityWh, storedWh, setpoint }: SharedSite, up: number, down: number): string[] {
  if (storedWh === null) return [];
  const stops = (setpoint ?? 0) * WATTS;
  const [take, give] = [up - Math.max(0, -stops), down - Math.max(0, stops)];
  return [
    ...fault(
      take <= (capacityWh - storedWh) * MINUTES_OF_AN_HOUR + 1,
      `takes ${take} W with ${capacityWh - storedWh} Wh left`,
    ),
    ...fault(give <= storedWh * MINUTES_OF_AN_HOUR + 1, `gives ${give} W of ${storedWh} Wh`),
  ];
}

function fault(holds: boolean, what: string): string[] {
  return holds ? [] : [what];
}
