import { expect, it } from 'vitest';
import { listAddresses } from './list-addresses.ts';

it.each([
  ['postgres://me:secret@one/db', ['postgres://me:secret@one/db']],
  [
    'postgres://me:p,s@one:5433,two/db?target_session_attrs=read-write',
    [
      'postgres://me:p,s@one:5433/db?target_session_attrs=read-write',
      'postgres://me:p,s@two/db?target_session_attrs=read-write',
    ],
  ],
  ['postgresql://one,[::1]:5433', ['postgresql://one', 'postgresql://[::1]:5433']],
  ['./data', ['./data']],
])('%s names %j', (url, addresses) => {
  expect(listAddresses(url)).toEqual(addresses);
});
