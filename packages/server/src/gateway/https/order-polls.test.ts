import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSiteSignals, type SiteSignals } from '../../platform/site-signals.ts';
import { createOrderPolls, type OrderPolls } from './order-polls.ts';

const SITE = '00000000-0000-4000-8000-0000000000aa' as string as SiteId;
const OTHER = '00000000-0000-4000-8000-0000000000bb' as string as SiteId;
const MINUTE = 60_000;

describe('polls for orders', () => {
  let now: number;
  let nodes: { readonly signals: SiteSignals; readonly polls: OrderPolls }[];
  let relayed: number;

  beforeEach(() => {
    now = Date.UTC(2030, 0, 1);
    relayed = 0;
    nodes = [1, 2].map(() => {
      const signals = createSiteSignals();
      return { signals, polls: createOrderPolls({ signals, now: () => now }) };
    });
    nodes[0]?.signals.relayTo((siteId, signal) => {
      relayed += 1;
      nodes[1]?.signals.sendHere(siteId, signal);
    });
  });
  const isHeard = (node: number, siteId = SITE) => nodes[node]?.polls.isHeard(siteId);

  it('are missed once there was none for three minutes', () => {
    for (let passed = 0; passed <= 3; passed += 1) {
      expect(isHeard(0)).toBe(true);
      now += MINUTE;
    }
    expect(isHeard(0)).toBe(false);
    nodes[0]?.polls.note(OTHER);
    expect(isHeard(0)).toBe(false);
    nodes[0]?.polls.note(SITE);
    expect(isHeard(0)).toBe(true);
  });

  it('are not missed of a controller that was away, or took no orders', () => {
    nodes[0]?.polls.note(SITE);
    expect(isHeard(0)).toBe(true);
    now += 10 * MINUTE;
    expect(isHeard(0)).toBe(true);
    now += 2 * MINUTE;
    expect(isHeard(0)).toBe(true);
    now += 2 * MINUTE;
    expect(isHeard(0)).toBe(false);
  });

  it('count on every node, and are told to the others once a minute', () => {
    expect(isHeard(1)).toBe(true);
    for (let passed = 0; passed < 5 * MINUTE; passed += 1_000) {
      nodes[0]?.polls.note(SITE);
      now += 1_000;
      expect(isHeard(1)).toBe(true);
    }
    expect(relayed).toBe(5);
    for (let passed = 0; passed < 4; passed += 1) {
      now += MINUTE;
      isHeard(1);
    }
    expect(isHeard(1)).toBe(false);
  });
});
