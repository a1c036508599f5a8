import { plantCatalogue } from '@setpoint/controller';
import { expect, test } from 'vitest';
import { demoSchedules } from './demo-schedules.ts';

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
