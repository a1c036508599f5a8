import type { PoolId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { mostOf, standsStill } from './over-ramp.ts';

const SECOND = 1_000;
const RAMP_MS = 60 * SECOND;

/** Orders of 50 kW one way and the other, and a site that moves by a share of them. */
function over(share: number, reports: number, ownMode = false) {
  const asked = Array.from({ length: 12 }, (_, index) => ({
    atMs: index * 10 * SECOND,
    powerKw: ownMode && index === 3 ? null : index % 2 === 0 ? 50 : -50,
  }));
  const atMs = (index: number) =>
    2 * RAMP_MS - SECOND - (reports - 1 - index) * Math.floor(50 / (reports - 1)) * SECOND;
  const powers = Array.from({ length: reports }, (_, index) => {
    const wantedKw = Math.floor(atMs(index) / (10 * SECOND)) % 2 === 0 ? 50 : -50;
    return { atMs: atMs(index), powerKw: share * wantedKw };
  });
  return { powers, asked, rampMs: RAMP_MS };
}

it.each<[string, Parameters<typeof over>, boolean]>([
  ['a site that does nothing', [0, 11], true],
  ['a site that moves by a fifth', [0.2, 11], true],
  ['a site that moves by a third', [0.35, 11], false],
  ['a site of which there are three reports', [0, 3], true],
  ['a site of which there are two', [0, 2], false],
  ['a site that may have been in its own mode', [0, 11, true], false],
])('%s is judged right under orders that swing', (_name, drawn, expected) => {
  expect(standsStill(over(...drawn), 5)).toBe(expected);
});

it('what one pool ordered most is not what another did', () => {
  const orderOf = (poolId: string, watts: number) =>
    ({ poolId: poolId as PoolId, service: 'afrr', sequence: 1, watts, at: 0, validUntil: 1 }) as const;
  const orders = [orderOf('north', 10_000), orderOf('north', -30_000), orderOf('south', 70_000)];
  expect(mostOf(orders, orderOf('north', 0))).toBe(30);
});
