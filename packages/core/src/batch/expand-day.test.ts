import { describe, expect, it } from 'vitest';
import { expandDay } from './expand-day.ts';

const quarters = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a day of values', () => {
  it.each([
    ['2027-03-28', 'Europe/Berlin', 15, 92],
    ['2027-03-29', 'Europe/Berlin', 15, 96],
    ['2027-10-31', 'Europe/Berlin', 15, 100],
    ['2026-10-04', 'Australia/Lord_Howe', 30, 47],
    ['2026-03-29', 'Antarctica/Troll', 60, 22],
    ['2026-10-29', 'Africa/Cairo', 15, 100],
  ])('%s in %s with %d minutes takes %d, without a gap from begin to end', (day, timeZone, resolution, count) => {
    for (const wrong of [count - 1, count + 1])
      expect(expandDay({ day, timeZone, resolution, values: quarters(wrong) })).toEqual({
        kind: 'refused',
        field: 'values',
        text: `${day} in ${timeZone} has ${count} intervals of ${resolution} minutes; there are ${wrong} values`,
      });
    const expanded = expandDay({ day, resolution, values: quarters(count) }, timeZone);
    if (expanded.kind === 'refused') throw new Error(expanded.text);
    expect(expanded.entries.map(({ value }) => value)).toEqual(quarters(count));
    for (const [index, { startAt }] of expanded.entries.entries())
      expect(startAt).toBe(expanded.entries[index - 1]?.endAt ?? startAt);
  });

  it.each([
    ['2026-10-04', 'Australia/Lord_Howe', 60, 'resolution'],
    ['2011-12-30', 'Pacific/Apia', 15, 'day'],
    ['2026-02-29', 'UTC', 15, 'day'],
    ['2026-02-28', 'Mars/Olympus', 15, 'timeZone'],
    ['2026-02-28', undefined, 15, 'timeZone'],
  ])('%s in %s with %d minutes is refused because of %s', (day, zone, resolution, field) => {
    expect(expandDay({ day, resolution, values: quarters(96) }, zone)).toMatchObject({ kind: 'refused', field });
  });
});
