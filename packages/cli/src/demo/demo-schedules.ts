import { type AssetScheduleCommand, findPair, namesOfPair, type PairName } from '@setpoint/contract';

type Block = number | null;
/** For each pair its values in 4-hour blocks, repeated. */
type DemoPlan = { readonly [Pair in PairName]?: readonly Block[] };

const BLOCK_MS = 4 * 3_600_000;
const BLOCKS_BEFORE = 6;
const BLOCKS_AFTER = 8;

const PLANS: Readonly<Record<string, DemoPlan>> = {
  'Supermarket Rotterdam': {
    'grid/upperLimitkW': [400],
    'bess/optimalSocPcnt': [80, 80, 60, 90, 30, 40],
    ...booked(60),
  },
  'Wind park Dithmarschen': {
    'grid/afrrImportBookingkW': [2_000, 2_000, 1_500],
    'grid/afrrExportBookingkW': [2_500],
  },
  'Bus depot Gothenburg': {
    'grid/upperLimitkW': [1_500],
    'bess/activePowerkW': [-150, -100, 60, 60, 180, 120],
    'grid/afrrActivationkW': [60, -50, 0],
    'grid/fcrImportkW': [200],
    'grid/fcrExportkW': [200],
    ...booked(100),
  },
  'Dairy farm Friesland': { 'grid/upperLimitkW': [60], 'grid/lowerLimitkW': [-40], 'grid/afrrExportBookingkW': [20] },
  'Apartment block Copenhagen': {
    'grid/upperLimitkW': [150, 150, 180, 180, 130, 130],
    'grid/afrrExportBookingkW': [15],
  },
  'Cold store Valencia': {
    'grid/upperLimitkW': [900],
    'solar/solarCurtailmentPcnt': [0, 0, 10, 20, 0, 0],
    'grid/afrrExportBookingkW': [100],
  },
  'Data centre Frankfurt': {
    'bess/optimalSocPcnt': [55],
    ...booked(400),
  },
  'School Lyon': { 'grid/lowerLimitkW': [-80], 'solar/solarCurtailmentPcnt': [30], 'grid/afrrImportBookingkW': [20] },
  // The battery is never empty and never full, at any hour of the day.
  'Grid battery Antwerp': {
    'grid/activePowerkW': [-600, 300, 1_000, -500],
    'grid/afrrImportBookingkW': [2_000],
    'grid/afrrExportBookingkW': [2_000],
  },
  'Brewery Plzen': { 'grid/upperLimitkW': [1_900], ...booked(100) },
  // Booked and not activated: four hours of it would empty its battery, and its generator gives no less than 750 kW.
  'Hospital Helsinki': { 'grid/mfrrExportBookingkW': [500], ...booked(150) },
  'Solar park Alentejo': {
    'grid/lowerLimitkW': [-15_000],
    'bess/optimalSocPcnt': [20, 20, 60, 95, 60, 30],
    ...booked(1_000),
  },
};

export function demoPlanOf(siteName: string): DemoPlan {
  return PLANS[siteName] ?? {};
}

function booked(kW: number): DemoPlan {
  return { 'grid/afrrImportBookingkW': [kW], 'grid/afrrExportBookingkW': [kW] };
}

/** The start of the demonstration's schedules: the start of the 4-hour block a day ago. */
export function demoStartMs(nowMs: number): number {
  return (Math.floor(nowMs / BLOCK_MS) - BLOCKS_BEFORE) * BLOCK_MS;
}

/** From when to when the schedules of the demonstration last. */
export function demoWindow(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: demoStartMs(nowMs), toMs: demoStartMs(nowMs) + (BLOCKS_BEFORE + BLOCKS_AFTER) * BLOCK_MS };
}

/** The length of an entry of what a trader expects a site to draw. */
export const FORECAST_STEP_MS = 1_800_000;

/**
 * What a trader set for a site of the demonstration: from a day ago to more than a day ahead. A site of the pool keeps
 * what it is expected to draw, so that what it supplies beside that can be seen.
 */
export function demoSchedules(siteName: string, nowMs: number, forecastKw?: readonly number[]): AssetScheduleCommand[] {
  const current = Math.floor(nowMs / BLOCK_MS);
  const numbers = Array.from({ length: BLOCKS_BEFORE + BLOCKS_AFTER }, (_, index) => current - BLOCKS_BEFORE + index);
  const commands = Object.entries(demoPlanOf(siteName)).map(([pair, values]) => commandOf(pair, values, numbers));
  return forecastKw === undefined ? commands : [...commands, setpointOf(forecastKw, demoStartMs(nowMs))];
}

function setpointOf(forecastKw: readonly number[], fromMs: number): AssetScheduleCommand {
  const entries = forecastKw.map((kW, index) => ({
    startAt: new Date(fromMs + index * FORECAST_STEP_MS).toISOString(),
    endAt: new Date(fromMs + (index + 1) * FORECAST_STEP_MS).toISOString(),
    value: Math.round(kW),
  }));
  return { asset: 'grid', type: 'activePowerkW', entries };
}

function commandOf(pair: string, values: readonly Block[], numbers: readonly number[]): AssetScheduleCommand {
  const found = findPair(pair);
  if (found === undefined) throw new Error(`${pair} is not a command.`);
  const entries = numbers.flatMap((number) => {
    const value = values[number % values.length] ?? null;
    const [startAt, endAt] = [number, number + 1].map((edge) => new Date(edge * BLOCK_MS).toISOString());
    return value === null || startAt === undefined || endAt === undefined ? [] : [{ startAt, endAt, value }];
  });
  return { ...namesOfPair(found.pair), entries };
}
