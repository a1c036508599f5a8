import type { FollowedOrder, PoolMember, SiteOverview } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { memberRows } from './member-rows.ts';

const MEMBER: PoolMember = {
  siteId: '',
  siteName: '',
  from: '2026-10-01T00:00:00.000Z',
  to: null,
  role: 'primary',
  rank: 0,
  rampKwPerSecond: null,
};

interface Drawn {
  readonly supplied?: number;
  readonly share: number;
  readonly because?: string;
}

function rowsOf(signalKw: number, drawn: Readonly<Record<string, Drawn>>) {
  const drawings = Object.entries(drawn);
  return memberRows({
    signalKw,
    members: drawings.map(([siteId]) => ({ ...MEMBER, siteId, siteName: siteId })),
    shares: new Map(
      drawings.map(([siteId, { share, because = null }]) => [
        siteId,
        { siteId, kW: share, because, followedkW: 0, missedkW: 0 },
      ]),
    ),
    orders: new Map(
      drawings.map(([siteId, { supplied = null }]) => [siteId, { suppliedkW: supplied } as unknown as FollowedOrder]),
    ),
    // What it reported once says nothing of what it supplies.
    siteOf: () => ({ powerkW: { grid: 999 }, reportedAt: null }) as unknown as SiteOverview,
  });
}

it('a member whose ramp is not over is on its way, not short by fault', () => {
  const order = { suppliedkW: 5, state: 'underway' } as unknown as FollowedOrder;
  const [row] = memberRows({
    signalKw: 10,
    members: [{ ...MEMBER, siteId: 'a', siteName: 'a' }],
    shares: new Map([['a', { siteId: 'a', kW: 10, because: null, followedkW: 0, missedkW: 0 }]]),
    orders: new Map([['a', order]]),
    siteOf: () => undefined,
  });
  expect(row).toMatchObject({ isUnderway: true, missingKw: 5 });
});

it('those that take no part come first, then whoever falls short most', () => {
  const rows = rowsOf(-100, {
    exact: { supplied: -30, share: -30 },
    more: { supplied: -60, share: -30 },
    less: { supplied: -10, share: -30 },
    lost: { share: 0, because: 'offline' },
    unknown: { share: -10 },
  });
  expect(rows.map(({ siteId, missingKw }) => [siteId, missingKw])).toEqual([
    ['lost', 0],
    ['less', 20],
    ['exact', 0],
    ['more', 0],
    ['unknown', 0],
  ]);
});

it('nobody stands out while nothing is asked for', () => {
  const rows = rowsOf(0, { lost: { share: 0, because: 'offline' }, busy: { supplied: 10, share: 0 } });
  expect(rows.map(({ siteId, missingKw }) => [siteId, missingKw])).toEqual([
    ['busy', 0],
    ['lost', 0],
  ]);
});
