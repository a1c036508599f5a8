import type { ClientId, SiteId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { joinSight } from './sight.ts';

const EACH_OF = 250;
const clientId = 'client' as ClientId;
const siteIds = ['one', 'two'] as SiteId[];

it('asks the store once for all streams of a client that one piece of news wakes, and anew for the next', async () => {
  const asked: unknown[] = [];
  const read: Store['read'] = (_what, input) => {
    asked.push(input);
    return Promise.resolve(new Set(siteIds.slice(0, 1))) as Promise<never>;
  };
  const { sites } = joinSight({ read });
  const streams = Array.from({ length: EACH_OF }, () => sites({ clientId, siteIds: [...siteIds, ...siteIds] }));
  const other = sites({ clientId: 'other' as ClientId, siteIds });
  for (const seen of await Promise.all([...streams, other])) expect(seen).toEqual(new Set(['one']));
  expect(asked).toEqual([
    { clientId, siteIds },
    { clientId: 'other', siteIds },
  ]);
  await new Promise(setImmediate);
  await sites({ clientId, siteIds });
  expect(asked).toHaveLength(3);
});
