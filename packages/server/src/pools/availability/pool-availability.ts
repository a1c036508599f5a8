import type { PoolAvailability } from '@setpoint/contract';
import { type Availability, countBounds, instantText, type MemberNow, memberAvailability } from '@setpoint/core';
import type { PresentPool } from '../shortages/list-present-pools.ts';

const WATTS_PER_KW = 1_000;

/** What a pool can give, and each of its members. */
export function poolAvailability(
  { poolId, service, enduranceMinutes }: PresentPool,
  members: readonly MemberNow[],
  at: number,
): Omit<PoolAvailability, 'nextCursor'> {
  const wanted = { service, enduranceMinutes, at };
  const imports = members.map((member) => memberAvailability(member, { ...wanted, direction: 'import' }));
  const exports = members.map((member) => memberAvailability(member, { ...wanted, direction: 'export' }));
  return {
    poolId,
    at: instantText(at),
    memberCount: members.length,
    import: { ...figuresOf(imports), binds: countBounds(imports.map(({ binds }) => binds)) },
    export: { ...figuresOf(exports), binds: countBounds(exports.map(({ binds }) => binds)) },
    members: members.map(({ siteId }, index) => ({
      siteId,
      import: ofMember(imports[index]),
      export: ofMember(exports[index]),
    })),
  };
}

function ofMember(one: Availability | undefined) {
  return { ...figuresOf(one === undefined ? [] : [one]), binds: one?.binds ?? null };
}

function figuresOf(all: readonly Availability[]) {
  const [in30sKw, in300sKw, in750sKw] = [0, 1, 2].map((place) => sumKw(all, ({ reachable }) => reachable[place] ?? 0));
  // At full power nobody can take over from the first that is empty or full.
  const ends = all.flatMap(({ enduranceMinutes }) => (enduranceMinutes === null ? [] : [enduranceMinutes]));
  const first = ends.reduce((least, minutes) => Math.min(least, minutes), Number.POSITIVE_INFINITY);
  return {
    bookedkW: sumKw(all, ({ bookedWatts }) => bookedWatts),
    availablekW: sumKw(all, ({ availableWatts }) => availableWatts),
    in30sKw: in30sKw ?? 0,
    in300sKw: in300sKw ?? 0,
    in750sKw: in750sKw ?? 0,
    enduranceMinutes: ends.length === 0 ? null : Math.floor(first * 10) / 10,
  };
}

function sumKw(all: readonly Availability[], wattsOf: (one: Availability) => number): number {
  return all.reduce((sum, one) => sum + wattsOf(one), 0) / WATTS_PER_KW;
}
