import { expect, it } from 'vitest';
import { choiceFrom, queryOf } from './headroom-choice.ts';

const read = (query: string) => choiceFrom(new URLSearchParams(query));

it.each([
  '',
  'pool=p-1&day=2030-01-02',
  'sites=a%2Cb&zone=Europe%2FBerlin&day=2030-01-02&from=8&to=20&step=15&kind=setpointUp',
])('the choice in “%s” leads to the same address', (query) => {
  expect(queryOf(read(query)).toString()).toBe(query);
});

it('what cannot be read is as if left out', () => {
  expect(read('day=2030-02-30&from=24&to=-1&step=7&kind=other&zone=Nowhere/At-all')).toEqual(read(''));
  // The end is after the start.
  expect(read('from=8&to=8')).toMatchObject({ fromHour: 8, toHour: 24 });
  expect(read('sites=')).toMatchObject({ siteIds: [] });
});
