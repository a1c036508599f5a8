import type { Asset, ImplausibleReason } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { suspectValues, type ValuesSoFar } from './suspect-values.ts';

const S = 1_000;
const IDLE: Readonly<Record<Asset, number>> = {
  grid: 0,
  bess: 0,
  solar: 0,
  wind: 0,
  genset: 0,
  load: 0,
  ev: 0,
  heatpump: 0,
};

interface Site {
  readonly powers?: (second: number) => Partial<Record<Asset, number | null>>;
  readonly soc?: (second: number) => number;
  readonly capacityKwh?: number | null;
  readonly everyS?: number;
}

/** What is suspected of an hour of reports, and at which second first; of the last, whether it still is. */
function suspicionOf({ powers = () => ({}), soc = () => 50, capacityKwh = 100, everyS = 20 }: Site) {
  let soFar: ValuesSoFar | undefined;
  let first: [ImplausibleReason, number] | undefined;
  for (let second = 0; second <= 3_600; second += everyS) {
    const shown = { ...IDLE, ...powers(second) };
    const powerOf = (asset: Asset) => shown[asset];
    soFar = suspectValues(soFar, { now: second * S, powerOf, socPcnt: soc(second), capacityKwh });
    if (first === undefined && soFar.suspected !== null) first = [soFar.suspected.reason, second];
  }
  return { first, last: soFar?.suspected?.reason };
}

/** 20 kW of 100 kWh are 20 % an hour. */
const charging = { powers: () => ({ bess: -20, grid: 20 }) };
const charged = (second: number) => 50 + (second / 3_600) * 20;

it.each<[string, Site, [ImplausibleReason, number] | undefined]>([
  ['rests', {}, undefined],
  ['gives what it takes', { powers: () => ({ grid: 60, solar: 30, load: 70, ev: 20 }) }, undefined],
  ['loses some of it on the way', { powers: () => ({ grid: 60, solar: 40, load: 96 }) }, undefined],
  ['takes nothing of what it gives', { powers: () => ({ grid: 60 }) }, ['balance', 40]],
  ['gives more than it takes once', { powers: (second) => ({ grid: second === 40 ? 60 : 0 }) }, undefined],
  ['has a part that nobody measures', { powers: () => ({ grid: 60, load: null }) }, undefined],
  ['charges, and shows it', { ...charging, soc: charged }, undefined],
  ['charges, and loses a tenth', { ...charging, soc: (second) => 50 + (second / 3_600) * 18 }, undefined],
  ['shows it in whole percent', { ...charging, soc: (second) => Math.floor(charged(second)) }, undefined],
  ['charges, and stays where it is', charging, ['soc_stuck', 540]],
  ['charges, and falls', { ...charging, soc: (second) => 100 - charged(second) }, ['soc_reversed', 540]],
  ['discharges, and stays where it is', { powers: () => ({ bess: 20, load: 20 }) }, ['soc_stuck', 540]],
  ['charges, and is full', { ...charging, soc: () => 100 }, undefined],
  ['discharges, and is empty', { powers: () => ({ bess: 20, load: 20 }), soc: () => 0 }, undefined],
  ['charges next to nothing', { powers: () => ({ bess: -1, grid: 1 }) }, undefined],
  ['has no capacity that is known', { ...charging, capacityKwh: null }, undefined],
  ['is heard of each two minutes', { ...charging, everyS: 120 }, undefined],
])('of a site that %s, what is suspected is right', (_name, site, expected) => {
  expect(suspicionOf(site).first).toEqual(expected);
});

it.each<[string, Site]>([
  ['the powers add up', { powers: (second) => ({ grid: second < 1_800 ? 60 : 0 }) }],
  ['the charge moves', { ...charging, soc: (second) => 50 + (Math.max(0, second - 1_800) / 3_600) * 20 }],
])('nothing is suspected any more once %s', (_name, site) => {
  expect(suspicionOf(site)).toMatchObject({ first: [expect.any(String), expect.any(Number)], last: undefined });
});
