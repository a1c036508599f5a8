import { expect, it } from 'vitest';
import type { PoolId } from '@setpoint/contract';
import type { Segment } from '../plan/segment.ts';
import { targetBand } from './target-band.ts';
import { meanWithoutOrders, withoutOrders } from './without-orders.ts';

const segment = (from: number, to: number, target: number | null) => ({ from, to, target }) as unknown as Segment;
const segments = [segment(0, 100, 0), segment(100, 1_000, 60)];
const input = { segments, commands: new Map(), asset: 'grid', rampMs: 30 } as const;

it.each<[string, Partial<typeof input> | object, [number, number], object | undefined]>([
  ['while a ramp goes on and after it', {}, [110, 150], { meanKw: 60, lowKw: 30, highKw: 60 }],
  ['after the ramp', {}, [130, 150], { meanKw: 60, lowKw: 60, highKw: 60 }],
  ['mostly before the first target', {}, [-50, 40], undefined],
  ['a little before the first target', { rampMs: 0 }, [-20, 40], { meanKw: 0, lowKw: 0, highKw: 0 }],
])('%s, the band of a stretch is right', (_name, more, [fromMs, toMs], band) => {
  expect(targetBand({ ...input, ...more }, fromMs, toMs)).toEqual(band);
});

it('between two orders there is nothing that would be without them', () => {
  const order = { poolId: 'north' as string as PoolId, service: 'afrr', sequence: 1, watts: 5_000 } as const;
  const orders = [
    { ...order, at: 200, validUntil: 300 },
    { ...order, at: 250, validUntil: 400 },
    { ...order, at: 500, validUntil: 600 },
  ];
  const without = withoutOrders(orders, input);
  const means = [320, 420, 520].map((fromMs) => meanWithoutOrders(without, { fromMs, toMs: fromMs + 50 }));
  expect(means).toEqual([60, undefined, 60]);
});
