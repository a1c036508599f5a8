import type { FollowedOrder, MemberFollowing } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { sumFollowing } from './sum-following.ts';

const ENTRIES = {
  followed: 2,
  deviating: 1,
  unknown: 0,
  plannedkWh: 0.1,
  measuredkWh: 0.2,
  orderedkWh: 1.1,
  suppliedkWh: 1,
};

describe('how a pool follows', () => {
  it('adds up exactly what is known, and says what is not', () => {
    const members = [
      member({ kW: 10.1, state: 'followed', suppliedkW: 10.2 }),
      member({ kW: 20.2, state: 'deviating', suppliedkW: 0 }),
      member({ kW: -5, state: 'unknown', suppliedkW: null }),
      { ...member(null), entries: null },
    ];
    const { orders, entries } = sumFollowing(members);
    expect(orders).toEqual({
      followed: 1,
      underway: 0,
      deviating: 1,
      unknown: 1,
      none: 1,
      orderedkW: 25.3,
      suppliedkW: 10.2,
      unknownkW: -5,
    });
    expect(entries).toMatchObject({ followed: 6, deviating: 3, plannedkWh: 0.3, orderedkWh: 3.3, unjudged: 1 });
  });

  it('of nobody supplies nothing that is known', () => {
    expect(sumFollowing([]).orders).toMatchObject({ orderedkW: 0, suppliedkW: null, unknownkW: 0 });
  });

  function member(order: Pick<FollowedOrder, 'kW' | 'state' | 'suppliedkW'> | null): MemberFollowing {
    const rest = { poolId: 'p', service: 'afrr', sequence: 1, validUntil: 't', by: 'order', because: null } as const;
    const whole = order === null ? null : { ...rest, ...order };
    return { siteId: 's', siteName: 'n', reportedAt: null, order: whole, entries: ENTRIES };
  }
});
