import { expect, it } from 'vitest';
import { timesAt, timesIn } from './times-in.ts';

it.each([
  [
    { from: '2030-10-27 02:30' },
    '--from: "2030-10-27 02:30" comes twice in Europe/Berlin, where the clock changes. Write 2030-10-27T02:30:00+02:00 or 2030-10-27T02:30:00+01:00.',
  ],
  [
    { knownAt: '2030-03-31 02:30' },
    '--known-at: "2030-03-31 02:30" does not exist in Europe/Berlin, where the clock changes. Write 2030-03-31T02:30:00+01:00 or 2030-03-31T02:30:00+02:00.',
  ],
])('%j is refused with both readings', (options, message) => {
  expect(() => timesIn(options, 'Europe/Berlin')).toThrow(expect.objectContaining({ message, exitCode: 2 }));
});

it('a site is asked for its time zone only if that matters', async () => {
  const asked: string[] = [];
  const overview = {
    of: async (siteIds: readonly string[]) => {
      asked.push(...siteIds);
      return { sites: [{ timeZone: 'Asia/Tokyo' }] };
    },
  };
  const client = { overview } as unknown as Parameters<typeof timesAt>[0];
  await expect(timesAt(client, 'a', { from: '+2h', to: '2030-01-01T00:00:00Z' })).resolves.toMatchObject({
    to: '2030-01-01T00:00:00Z',
  });
  expect(asked).toEqual([]);
  await expect(timesAt(client, 'a', { from: '2030-01-01' })).resolves.toEqual({
    from: '2029-12-31T15:00:00.000Z',
    zone: 'Asia/Tokyo',
  });
  expect(asked).toEqual(['a']);
});
