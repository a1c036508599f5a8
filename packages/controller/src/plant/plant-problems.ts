import { Type } from 'typebox';
import { loadProfiles, type LoadProfileName } from './load-profiles.ts';
import type { PlantConfig } from './plant-config.ts';
import type { BatteryConfig } from './step-battery.ts';
import { evPatterns } from './step-ev.ts';

const strict = { additionalProperties: false } as const;
const positive = Type.Number({ exclusiveMinimum: 0 });
const notNegative = Type.Number({ minimum: 0 });
const share = Type.Number({ minimum: 0, maximum: 1 });
const percent = Type.Number({ minimum: 0, maximum: 100 });

const Battery = Type.Object(
  {
    capacityKwh: positive,
    maxChargeKw: positive,
    maxDischargeKw: positive,
    efficiency: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
    minSocPcnt: percent,
    maxSocPcnt: percent,
    initialSocPcnt: percent,
    rampKwPerS: positive,
    deratePcnt: Type.Number({ minimum: 0, maximum: 50 }),
    defaultMode: Type.Enum(['idle', 'self_consumption']),
  },
  strict,
);

const HeatPump = Type.Object(
  {
    ratedKw: positive,
    minShare: share,
    lowC: Type.Number(),
    highC: Type.Number(),
    storesKwhPerK: positive,
    losesKwPerK: notNegative,
    initialIndoorC: Type.Number(),
  },
  strict,
);

const Ev = Type.Object(
  {
    chargers: Type.Integer({ minimum: 1, maximum: 1_000 }),
    plugKw: positive,
    groupKw: positive,
    sessionKwh: positive,
    pattern: Type.Enum(evPatterns),
  },
  strict,
);

const Load = Type.Object(
  {
    peakKw: positive,
    profile: Type.Enum(Object.keys(loadProfiles) as LoadProfileName[]),
    noise: share,
    sheddable: share,
  },
  strict,
);

const Genset = Type.Object(
  { ratedKw: positive, minKw: notNegative, startDelayS: notNegative, minRunS: notNegative, rampKwPerS: positive },
  strict,
);

/** The shape of a `PlantConfig` in a file. */
export const PlantConfigFile = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    timeZone: Type.String({ minLength: 1 }),
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    seed: Type.Integer(),
    frequencySeed: Type.Optional(Type.Integer()),
    grid: Type.Object({ importKw: notNegative, exportKw: notNegative }, strict),
    battery: Type.Optional(Battery),
    solar: Type.Optional(
      Type.Object({ peakKw: positive, ratedKw: positive, tiltDeg: Type.Number({ minimum: 0, maximum: 90 }) }, strict),
    ),
    wind: Type.Optional(Type.Object({ ratedKw: positive, meanSpeedMs: positive }, strict)),
    load: Type.Optional(Load),
    ev: Type.Optional(Ev),
    heatPump: Type.Optional(HeatPump),
    genset: Type.Optional(Genset),
  },
  strict,
);

/** What is wrong with a plant whose shape is right; empty when it can run. */
export function plantProblems({ timeZone, battery, heatPump, genset }: PlantConfig): string[] {
  return [
    ...(isTimeZone(timeZone) ? [] : [`timeZone: there is no time zone ${timeZone}`]),
    ...(battery === undefined ? [] : batteryProblems(battery)),
    ...(heatPump && heatPump.lowC >= heatPump.highC ? ['heatPump.lowC: must be below highC'] : []),
    ...(genset && genset.minKw > genset.ratedKw ? ['genset.minKw: must not exceed ratedKw'] : []),
  ];
}

function batteryProblems({ minSocPcnt, maxSocPcnt, initialSocPcnt }: BatteryConfig): string[] {
  if (minSocPcnt >= maxSocPcnt) return ['battery.minSocPcnt: must be below maxSocPcnt'];
  const isWithin = initialSocPcnt >= minSocPcnt && initialSocPcnt <= maxSocPcnt;
  return isWithin ? [] : ['battery.initialSocPcnt: must lie between minSocPcnt and maxSocPcnt'];
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
