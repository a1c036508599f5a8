import type { SiteOverview } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { createFleetStore } from './fleet-store.ts';

const site = (siteId: string, timeZone: string) => ({ siteId, timeZone }) as SiteOverview;

it('knows whether the sites lie in several time zones, as they come and go', () => {
  const store = createFleetStore();
  expect(store.hasSeveralZones()).toBe(false);
  store.merge([site('a', 'Europe/Berlin'), site('b', 'Europe/Berlin')]);
  expect(store.hasSeveralZones()).toBe(false);
  store.merge([site('c', 'Europe/Helsinki')]);
  expect(store.hasSeveralZones()).toBe(true);
  store.replace([site('a', 'Europe/Berlin')], 0);
  expect(store.hasSeveralZones()).toBe(false);
});
