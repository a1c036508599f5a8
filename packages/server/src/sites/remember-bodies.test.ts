import type { SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { StoredSite } from './read-site.ts';
import { rememberBodies } from './remember-bodies.ts';
import { siteText } from './site-text.ts';

const RULE = { now: 1_000, timeoutMs: 100 };

function site(id: string, change: Partial<StoredSite> = {}): StoredSite {
  const commands = ['{"asset":"grid","type":"activePowerkW","entries":[]}'];
  const blank = { version: 1, stateHash: 'a', reportedAt: 950, disconnectedAt: null, assets: null, commands };
  return { siteId: id as SiteId, siteName: `Bäckerei ${id}`, ...blank, ...change };
}

describe('a remembered body', () => {
  it('is found by the state it was made of, and by no other', () => {
    const bodies = rememberBodies(10_000);
    const made = bodies.make(site('1'), RULE);
    expect(bodies.find(site('1'), RULE)).toBe(made);
    for (const change of [{ stateHash: 'b' }, { siteName: 'x' }, { reportedAt: 951 }, { assets: '{}' }]) {
      expect(bodies.find(site('1', change), RULE)).toBeUndefined();
    }
    expect(bodies.find(site('1'), { ...RULE, now: 2_000 })).toBeUndefined();
  });

  it('begins with the site as the list holds it', () => {
    const { bytes, listedBytes } = rememberBodies(10_000).make(site('1', { assets: '{"grid":null}' }), RULE);
    expect(`${bytes.toString('utf8', 0, listedBytes)}}`).toBe(siteText(site('1'), RULE));
    expect(JSON.parse(bytes.toString())).toMatchObject({ assets: { grid: null } });
  });

  it('makes room for new ones, and is not pushed out by a list', () => {
    const { length } = rememberBodies(10_000).make(site('1'), RULE).bytes;
    const bodies = rememberBodies(2 * length);
    for (const id of ['1', '2', '3']) bodies.make(site(id), RULE);
    bodies.make(site('4'), RULE, length);
    expect(['1', '2', '3', '4'].map((id) => bodies.find(site(id), RULE) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
