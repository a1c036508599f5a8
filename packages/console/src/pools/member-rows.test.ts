import type { PoolMember, PoolShare, SiteOverview } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { memberRows, suppliedOf } from './member-rows.ts';

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
  readonly measured?: number;
  readonly setpoint?: number;
  readonly share: number;
  readonly because?: string;
}

function rowsOf(signalKw: number, drawn: Readonly<Record<string, Drawn>>) {
  const ids = Object.keys(drawn);
  const site = ({ measured, setpoint }: Drawn) =>
    ({
      powerkW: measured === undefined ? {} : { grid: measured },
      running: setpoint === undefined ? [] : [{ asset: 'grid', type: 'activePowerkW', value: setpoint, endAt: '' }],
      reportedAt: null,
    }) as unknown as SiteOverview;
  return memberRows({
    service: 'afrr',
    signalKw,
    members: ids.map((siteId) => ({ ...MEMBER, siteId, siteName: siteId })),
    shares: new Map(
      ids.map((siteId): [string, PoolShare] => {
        const { share = 0, because = null } = drawn[siteId] ?? {};
        return [siteId, { siteId, kW: share, because, followedkW: 0 }];
      }),
    ),
    siteOf: (siteId) => site(drawn[siteId] ?? { share: 0 }),
  });
}

it('those that take no part come first, then whoever falls short most', () => {
  const rows = rowsOf(-100, {
    exact: { measured: -20, setpoint: 10, share: -30 },
    more: { measured: -50, setpoint: 10, share: -30 },
    less: { measured: 0, setpoint: 10, share: -30 },
    lost: { share: 0, because: 'offline' },
    unknown: { measured: 70, share: -10 },
  });
  expect(rows.map(({ siteId, missingKw }) => [siteId, missingKw])).toEqual([
    ['lost', 0],
    ['less', 20],
    ['exact', 0],
    ['more', 0],
    ['unknown', 0],
  ]);
  expect(suppliedOf(rows)).toEqual({ kw: -100, members: 3 });
});

it('nobody stands out while nothing is asked for', () => {
  const rows = rowsOf(0, { lost: { share: 0, because: 'offline' }, busy: { measured: 20, setpoint: 10, share: 0 } });
  expect(rows.map(({ siteId, missingKw }) => [siteId, missingKw])).toEqual([
    ['busy', 0],
    ['lost', 0],
  ]);
});
