import { plantCatalogue } from '@setpoint/controller';
import { expect, test } from 'vitest';
import { demoSchedules, demoWindow, FORECAST_STEP_MS } from './demo-schedules.ts';

const NOW = Date.UTC(2030, 0, 1, 10, 7);

test('each of the twelve sites has something set, from a day ago to a day ahead', () => {
  for (const { name } of plantCatalogue) {
    const commands = demoSchedules(name, NOW);
    expect([name, commands.length > 0]).toEqual([name, true]);
    for (const { entries } of commands) {
      expect(Date.parse(entries[0]?.startAt ?? '')).toBeLessThanOrEqual(NOW - 24 * 3_600_000 + 4 * 3_600_000);
      expect(Date.parse(entries.at(-1)?.endAt ?? '')).toBeGreaterThanOrEqual(NOW + 24 * 3_600_000);
    }
  }
});

test('a site with a forecast keeps it, from the beginning of the schedules to their end', () => {
  const { fromMs, toMs } = demoWindow(NOW);
  const forecast = Array.from({ length: (toMs - fromMs) / FORECAST_STEP_MS }, (_, index) => index + 0.4);
  const setpoint = demoSchedules('Hospital Helsinki', NOW, forecast).find(({ type }) => type === 'activePowerkW');
  expect(setpoint?.entries.map(({ value }) => value).slice(0, 3)).toEqual([0, 1, 2]);
  expect([setpoint?.entries[0]?.startAt, setpoint?.entries.at(-1)?.endAt].map((at) => Date.parse(at ?? ''))).toEqual([
    fromMs,
    toMs,
  ]);
});
