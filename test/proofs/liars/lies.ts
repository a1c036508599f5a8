import type { RandomSource } from '@setpoint/server/testing/random-source';

/** What a device is asked for, and what it does; in kW, a battery's discharge and a roof's generation are plus. */
interface Doing {
  /** The order; of a roof, the most that it may give. */
  readonly order: number;
  /** What it does at this moment. */
  readonly actual: number;
  readonly atMs: number;
  /** Since when the lie goes on. */
  readonly sinceMs: number;
  /** Since when the order is the same. */
  readonly orderedMs: number;
  readonly socPercent: number;
}

/** What a meter shows of what it sees. */
interface Showing {
  readonly actual: number;
  /** What the device that it measures is ordered to do; 0 for the connection point. */
  readonly order: number;
  /** What it showed at the moment before. */
  readonly last: number | undefined;
  /** What there was so many seconds before. */
  readonly ago: (seconds: number) => number;
}

type Act = (doing: Doing) => number;
type Show = (showing: Showing) => number | undefined;

/** How a site deceives its controller; what is left out is as it should be. */
export interface Lie {
  readonly name: string;
  readonly bess?: Act;
  readonly solar?: Act;
  readonly showBess?: Show;
  readonly showSolar?: Show;
  readonly showGrid?: Show;
  readonly showSoc?: Show;
  /** The device cannot be read at all. */
  readonly isGone?: 'bess' | 'grid';
  /** How fast the battery moves, in kW a second. */
  readonly rampKw?: number;
}

const SECOND = 1_000;
const every = ({ atMs }: Doing, seconds: number) => (atMs / SECOND) % seconds;

const frozen: Show = ({ last, actual }) => last ?? actual;
const echo: Show = ({ order }) => order;
const nothing: Show = () => undefined;
const broken: Show = () => Number.NaN;
const tenfold: Show = ({ actual }) => actual * 10;
const turned: Show = ({ actual }) => -actual;
const late: Show = ({ ago }) => ago(60);
const zero: Show = () => 0;
const still: Act = ({ actual }) => actual;
const off: Act = () => 0;

/** The devices: they do something else than they are asked for. */
const DEVICES: readonly Lie[] = [
  { name: 'deaf', bess: off },
  { name: 'stuck', bess: still },
  { name: 'half of it', bess: ({ order }) => order / 2 },
  { name: 'the other way', bess: ({ order }) => -order },
  { name: 'very slow', rampKw: 0.05 },
  { name: 'drops each order after 3 s', bess: ({ order, atMs, orderedMs }) => (atMs - orderedMs > 3_000 ? 0 : order) },
  { name: 'right for 3 s of 25', bess: (doing) => (every(doing, 25) < 3 ? doing.order : 0) },
  { name: 'clips to 30 kW', bess: ({ order }) => Math.max(-30, Math.min(30, order)) },
  { name: 'charges only', bess: ({ order }) => Math.min(0, order) },
  { name: 'discharges only', bess: ({ order }) => Math.max(0, order) },
  { name: 'waits 90 s', bess: ({ order, actual, atMs, orderedMs }) => (atMs - orderedMs < 90_000 ? actual : order) },
  { name: 'in steps of 40 kW', bess: ({ order }) => Math.round(order / 40) * 40 },
  { name: 'nothing below 25 kW', bess: ({ order }) => (Math.abs(order) < 25 ? 0 : order) },
  { name: '20 kW more', bess: ({ order }) => order + 20 },
  { name: 'swings by 25 kW', bess: (doing) => doing.order + 25 * Math.sign(Math.sin(every(doing, 20) / 3.2)) },
  { name: 'stops after 12 s', bess: ({ order, atMs, orderedMs }) => (atMs - orderedMs > 12_000 ? 0 : order) },
  { name: 'trips for 2 minutes of 5', bess: (doing) => (every(doing, 300) < 120 ? 0 : doing.order) },
  { name: 'full power', bess: ({ order }) => Math.sign(order) * 100 },
  { name: 'refuses below 60 % of charge', bess: ({ order, socPercent }) => (socPercent < 60 ? 0 : order) },
  { name: 'loses a fifth each minute', bess: ({ order, atMs, sinceMs }) => order * 0.8 ** ((atMs - sinceMs) / 60_000) },
  { name: 'a roof that knows no limit', solar: () => Number.POSITIVE_INFINITY },
  { name: 'a roof that gives twice its limit', solar: ({ order }) => order * 2 },
  { name: 'a roof that trips', solar: off },
];

/** The meters: they show something else than there is. */
const METERS: readonly Lie[] = [
  { name: 'the battery shows its order, and does nothing', bess: off, showBess: echo },
  { name: 'the battery shows its order, and does half', bess: ({ order }) => order / 2, showBess: echo },
  { name: 'the battery shows what it did', showBess: frozen },
  { name: 'the battery shows nothing', showBess: nothing },
  { name: 'the battery shows NaN', showBess: broken },
  { name: 'the battery shows ten times as much', showBess: tenfold },
  { name: 'the battery shows the other sign', showBess: turned },
  { name: 'the battery shows the minute before', showBess: late },
  { name: 'the battery shows 0', showBess: zero },
  { name: 'deaf, and shows nothing', bess: off, showBess: nothing },
  { name: 'deaf, and the connection point stands', bess: off, showGrid: frozen },
  { name: 'the connection point stands', showGrid: frozen },
  { name: 'the connection point shows the other sign', showGrid: turned },
  { name: 'the connection point shows NaN', showGrid: broken },
  { name: 'the connection point shows nothing', showGrid: nothing },
  { name: 'the connection point shows ten times as much', showGrid: tenfold },
  { name: 'the connection point shows the minute before', showGrid: late },
  { name: 'the connection point shows 0', showGrid: zero },
  { name: 'the connection point shows 15 kW more', showGrid: ({ actual }) => actual + 15 },
  { name: 'the roof shows nothing', showSolar: nothing },
  { name: 'the roof shows its limit', showSolar: ({ order, actual }) => (Number.isFinite(order) ? order : actual) },
  { name: 'the charge stands', showSoc: frozen },
  { name: 'the charge jumps to 100 %', showSoc: () => 100 },
  { name: 'the charge jumps to 0', showSoc: zero },
  { name: 'the charge is NaN', showSoc: broken },
  { name: 'deaf, and the charge is 0', bess: off, showSoc: zero },
  { name: 'the battery is gone', bess: off, isGone: 'bess' },
  { name: 'the meter is gone', isGone: 'grid' },
];

export const HONEST: Lie = { name: 'honest' };
export const LIES: readonly Lie[] = [...DEVICES, ...METERS];

/** From when to when a site lies, over a day: often, for a minute to an hour. */
export function drawTimes(random: RandomSource, dayMs: number): readonly (readonly [fromMs: number, toMs: number])[] {
  const times: [number, number][] = [];
  for (let atMs = 300_000 + random.below(3_600_000); atMs < dayMs;) {
    const toMs = atMs + 60_000 + random.below(random.chance(0.5) ? 300_000 : 3_600_000);
    times.push([atMs, toMs]);
    atMs = toMs + 600_000 + random.below(3 * 3_600_000);
  }
  return times;
}
