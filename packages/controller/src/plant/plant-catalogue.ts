import type { PlantConfig } from './plant-config.ts';
import type { BatteryConfig } from './step-battery.ts';
import type { HeatPumpConfig } from './step-heat-pump.ts';

const sites: PlantConfig[] = [
  {
    name: 'Supermarket Rotterdam',
    timeZone: 'Europe/Amsterdam',
    latitude: 51.92,
    longitude: 4.48,
    seed: 101,
    grid: { importKw: 630, exportKw: 400 },
    load: { peakKw: 320, profile: 'retail', noise: 0.05, sheddable: 0.2 },
    solar: { peakKw: 420, ratedKw: 350, tiltDeg: 12 },
    battery: { ...battery(400, 200), defaultMode: 'self_consumption' },
  },
  {
    name: 'Wind park Dithmarschen',
    timeZone: 'Europe/Berlin',
    latitude: 54.13,
    longitude: 9.07,
    seed: 102,
    grid: { importKw: 6000, exportKw: 18_000 },
    load: { peakKw: 120, profile: 'auxiliary', noise: 0.02, sheddable: 0 },
    wind: { ratedKw: 18_000, meanSpeedMs: 8.2 },
    battery: battery(10_000, 5000),
  },
  {
    name: 'Bus depot Gothenburg',
    timeZone: 'Europe/Stockholm',
    latitude: 57.71,
    longitude: 11.97,
    seed: 103,
    grid: { importKw: 2500, exportKw: 500 },
    load: { peakKw: 150, profile: 'depot', noise: 0.05, sheddable: 0.1 },
    ev: { chargers: 30, plugKw: 100, groupKw: 2000, sessionKwh: 220, pattern: 'depot' },
    solar: { peakKw: 260, ratedKw: 220, tiltDeg: 15 },
    battery: battery(1000, 500),
  },
  {
    name: 'Dairy farm Friesland',
    timeZone: 'Europe/Amsterdam',
    latitude: 53.16,
    longitude: 5.78,
    seed: 104,
    grid: { importKw: 110, exportKw: 110 },
    load: { peakKw: 85, profile: 'farm', noise: 0.08, sheddable: 0.15 },
    solar: { peakKw: 130, ratedKw: 110, tiltDeg: 25 },
    genset: { ratedKw: 100, minKw: 30, startDelayS: 12, minRunS: 600, rampKwPerS: 10 },
  },
  {
    name: 'Apartment block Copenhagen',
    timeZone: 'Europe/Copenhagen',
    latitude: 55.68,
    longitude: 12.57,
    seed: 105,
    grid: { importKw: 400, exportKw: 120 },
    load: { peakKw: 140, profile: 'household', noise: 0.08, sheddable: 0.05 },
    heatPump: heatPump(120),
    ev: { chargers: 12, plugKw: 11, groupKw: 90, sessionKwh: 22, pattern: 'home' },
    solar: { peakKw: 90, ratedKw: 80, tiltDeg: 30 },
  },
  {
    name: 'Cold store Valencia',
    timeZone: 'Europe/Madrid',
    latitude: 39.47,
    longitude: -0.38,
    seed: 106,
    grid: { importKw: 1600, exportKw: 900 },
    load: { peakKw: 1100, profile: 'cold_store', noise: 0.06, sheddable: 0.5 },
    solar: { peakKw: 1200, ratedKw: 1000, tiltDeg: 10 },
  },
  {
    name: 'Data centre Frankfurt',
    timeZone: 'Europe/Berlin',
    latitude: 50.11,
    longitude: 8.68,
    seed: 107,
    grid: { importKw: 8000, exportKw: 2000 },
    load: { peakKw: 5200, profile: 'data_centre', noise: 0.02, sheddable: 0 },
    genset: { ratedKw: 6000, minKw: 1800, startDelayS: 15, minRunS: 900, rampKwPerS: 300 },
    battery: battery(3000, 3000),
  },
  {
    name: 'School Lyon',
    timeZone: 'Europe/Paris',
    latitude: 45.76,
    longitude: 4.84,
    seed: 108,
    grid: { importKw: 250, exportKw: 180 },
    load: { peakKw: 160, profile: 'school', noise: 0.06, sheddable: 0.2 },
    solar: { peakKw: 200, ratedKw: 170, tiltDeg: 20 },
  },
  {
    name: 'Grid battery Antwerp',
    timeZone: 'Europe/Brussels',
    latitude: 51.22,
    longitude: 4.4,
    seed: 109,
    grid: { importKw: 11_000, exportKw: 10_000 },
    load: { peakKw: 150, profile: 'auxiliary', noise: 0.03, sheddable: 0 },
    battery: battery(20_000, 10_000),
  },
  {
    name: 'Brewery Plzen',
    timeZone: 'Europe/Prague',
    latitude: 49.75,
    longitude: 13.38,
    seed: 110,
    grid: { importKw: 2000, exportKw: 500 },
    load: { peakKw: 1400, profile: 'industry', noise: 0.07, sheddable: 0.3 },
    heatPump: heatPump(350),
    solar: { peakKw: 500, ratedKw: 450, tiltDeg: 10 },
    battery: battery(1200, 600),
  },
  {
    name: 'Hospital Helsinki',
    timeZone: 'Europe/Helsinki',
    latitude: 60.17,
    longitude: 24.94,
    seed: 111,
    grid: { importKw: 4000, exportKw: 1000 },
    load: { peakKw: 2200, profile: 'hospital', noise: 0.03, sheddable: 0.05 },
    heatPump: heatPump(600),
    ev: { chargers: 20, plugKw: 22, groupKw: 250, sessionKwh: 14, pattern: 'public' },
    genset: { ratedKw: 2500, minKw: 750, startDelayS: 10, minRunS: 900, rampKwPerS: 150 },
    battery: battery(1500, 750),
  },
  {
    name: 'Solar park Alentejo',
    timeZone: 'Europe/Lisbon',
    latitude: 38.02,
    longitude: -7.86,
    seed: 112,
    grid: { importKw: 6000, exportKw: 22_000 },
    load: { peakKw: 80, profile: 'auxiliary', noise: 0.02, sheddable: 0 },
    solar: { peakKw: 26_000, ratedKw: 22_000, tiltDeg: 25 },
    battery: battery(24_000, 6000),
  },
];

/** Twelve different sites to start a demonstration with, all on one grid. */
export const plantCatalogue: readonly PlantConfig[] = sites.map((site) => ({ ...site, frequencySeed: 50 }));

/** A lithium battery behind its inverter: full swing in about ten seconds. */
function battery(capacityKwh: number, powerKw: number): BatteryConfig {
  return {
    capacityKwh,
    maxChargeKw: powerKw,
    maxDischargeKw: powerKw,
    efficiency: 0.96,
    minSocPcnt: 5,
    maxSocPcnt: 95,
    initialSocPcnt: 50,
    rampKwPerS: powerKw / 5,
    deratePcnt: 4,
    defaultMode: 'idle',
  };
}

/** Heat pumps that just keep their building warm at 12 degrees below zero. */
function heatPump(ratedKw: number): HeatPumpConfig {
  const heatAtColdestKw = ratedKw * 2;
  const losesKwPerK = heatAtColdestKw / (21 + 12);
  return {
    ratedKw,
    minShare: 0.3,
    lowC: 20.5,
    highC: 21.5,
    // A heavy building cools with a time constant of two days.
    storesKwhPerK: losesKwPerK * 48,
    losesKwPerK,
    initialIndoorC: 21,
  };
}
