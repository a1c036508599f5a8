import { expect, it } from 'vitest';
import { fleetParams, readFleetAddress } from './fleet-address.ts';

const read = (text: string) => readFleetAddress(new URLSearchParams(text));

it('an address without anything shows all sites, the most urgent first', () => {
  const first = { search: '', filter: 'all', column: 'attention', isDescending: false, poolId: '' };
  expect(read('')).toEqual(first);
  expect(read('show=nothing&sort=nothing')).toEqual(first);
  expect(fleetParams(read('')).toString()).toBe('');
});

it.each(['q=brewery+plzen', 'show=offline', 'sort=-grid', 'sort=site', 'q=a%26b&show=trouble&pool=p1&sort=-attention'])(
  '%s is read and written as the same',
  (text) => {
    expect(fleetParams(read(text)).toString()).toBe(text);
  },
);
