import { expect, test } from 'vitest';
import { solarPowerKw, type SolarConfig } from './solar-power-kw.ts';

const config: SolarConfig = { peakKw: 100, ratedKw: 100, tiltDeg: 0 };
const hourMs = 3_600_000;

function dayAt(latitude: number, date: string, longitude = 0): number[] {
  const startMs = Date.parse(`${date}T00:00:00Z`);
  return Array.from({ length: 24 * 6 }, (_, tenMinutes) =>
    solarPowerKw(
      config,
      { atMs: startMs + (tenMinutes * hourMs) / 6, place: { latitude, longitude }, transmittance: 1 },
      null,
    ),
  );
}
const peakAt = (latitude: number, date: string): number => Math.max(...dayAt(latitude, date));

test.each([
  [0, '2030-03-20', [19, 24]],
  [-34, '2030-06-21', [18, 24]],
] as const)('at %i° on %s nothing is made in the hours from %j', (latitude, date, [from, to]) => {
  const night = dayAt(latitude, date).slice(from * 6, to * 6);
  expect(night.every((powerKw) => powerKw === 0)).toBe(true);
});

test.each([
  // latitude, date, least and most kW of 100 at noon on level ground
  [52, '2030-06-21', [75, 90]],
  [52, '2030-12-21', [10, 20]],
  [0, '2030-03-20', [85, 95]],
  [-34, '2030-06-21', [35, 50]],
  [70, '2030-12-21', [0, 0]],
  [90, '2030-06-21', [25, 35]],
] as const)('the clear noon at %i° on %s brings %j percent', (latitude, date, [least, most]) => {
  expect(peakAt(latitude, date)).toBeGreaterThanOrEqual(least);
  expect(peakAt(latitude, date)).toBeLessThanOrEqual(most);
});

test.each([
  [15, 11],
  [-90, 18],
])('at longitude %i the sun is highest near %i UTC', (longitude, hour) => {
  const day = dayAt(48, '2030-06-21', longitude);
  expect(Math.abs(day.indexOf(Math.max(...day)) / 6 - hour)).toBeLessThanOrEqual(0.25);
});

test('in winter a plane that leans towards the equator sees more sun, on both hemispheres', () => {
  const noon = (latitude: number, date: string, tiltDeg: number): number =>
    solarPowerKw(
      { ...config, tiltDeg },
      { atMs: Date.parse(`${date}T12:00:00Z`), place: { latitude, longitude: 0 }, transmittance: 1 },
      null,
    );
  expect(noon(50, '2030-12-21', 35)).toBeGreaterThan(2 * noon(50, '2030-12-21', 0));
  expect(noon(-50, '2030-06-21', 35)).toBeGreaterThan(2 * noon(-50, '2030-06-21', 0));
});

test('clouds, inverters and caps each hold the output back', () => {
  const noon = { atMs: Date.parse('2030-06-21T12:00:00Z'), place: { latitude: 45, longitude: 0 }, transmittance: 1 };
  const clearKw = solarPowerKw(config, noon, null);
  expect(solarPowerKw(config, { ...noon, transmittance: 0.25 }, null)).toBeCloseTo(clearKw / 4, 9);
  expect(solarPowerKw({ ...config, ratedKw: 60 }, noon, null)).toBe(60);
  expect(solarPowerKw(config, noon, 10)).toBe(10);
  expect(solarPowerKw(config, noon, -5)).toBe(0);
  expect(solarPowerKw(config, noon, 1000)).toBe(clearKw);
});
