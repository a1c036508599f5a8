import { solarHour, yearPhase, type Place } from './clear-sky-kw-per-m2.ts';
import type { Random } from './seeded-random.ts';
import { stepReversion } from './step-reversion.ts';

const hourS = 3600;

/** What wanders: each has mean 0 and standard deviation 1. */
interface Wandering {
  overcast: number;
  passingClouds: number;
  airMass: number;
  windiness: number;
  gusts: number;
}

export interface WeatherState extends Wandering {
  /** What the clouds let through, 0.25 to 1. */
  transmittance: number;
  outdoorC: number;
  /** Relative to the long-term mean of the place. */
  windFactor: number;
}

const tauS: Wandering = {
  overcast: 4 * hourS,
  passingClouds: 180,
  airMass: 36 * hourS,
  windiness: 5 * hourS,
  gusts: 25,
};

export function newWeather(random: Random): WeatherState {
  const wandering: Wandering = {
    overcast: random.normal(),
    passingClouds: random.normal(),
    airMass: random.normal(),
    windiness: random.normal(),
    gusts: random.normal(),
  };
  return { ...wandering, transmittance: 1, outdoorC: 10, windFactor: 1 };
}

export function stepWeather(
  state: WeatherState,
  now: { atMs: number; dtS: number; place: Place },
  random: Random,
): WeatherState {
  const step = (name: keyof Wandering): number =>
    stepReversion(state[name], random, { dtS: now.dtS, tauS: tauS[name] });
  const overcast = step('overcast');
  const passingClouds = step('passingClouds');
  const airMass = step('airMass');
  const windiness = step('windiness');
  const gusts = step('gusts');
  const cover = 1 / (1 + Math.exp(-1.8 * overcast - 0.8 * passingClouds));
  return {
    overcast,
    passingClouds,
    airMass,
    windiness,
    gusts,
    // Kasten and Czeplak: thin cover costs little, a closed one three quarters.
    transmittance: 1 - 0.75 * cover ** 3.4,
    outdoorC: climateC(now.atMs, now.place) + 2.5 * airMass,
    windFactor: Math.exp(0.45 * windiness - 0.1) * (1 + 0.08 * gusts),
  };
}

/** The usual temperature: colder towards the poles and in their winter, coldest before dawn. */
function climateC(atMs: number, place: Place): number {
  const distance = Math.abs(place.latitude);
  const season = Math.sign(place.latitude) * Math.cos(2 * Math.PI * (yearPhase(atMs) - 20 / 365));
  const dayCurve = Math.cos((2 * Math.PI * (solarHour(atMs, place.longitude) - 15)) / 24);
  return 30 - 0.38 * distance - 0.17 * distance * season + 3.5 * dayCurve;
}
