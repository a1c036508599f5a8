import type { Asset } from '@setpoint/contract';
import { orderedPair, type PoolOrder } from './lay-orders.ts';
import type { Situation, Step } from './segment.ts';

/** Says of the steps that orders made that they did; for the connection point also of an order for nothing. */
export function nameOrders<Held extends Situation>(situation: Held, orders: readonly PoolOrder[], asset: Asset): Held {
  const byPair = new Map<Step['source'], PoolOrder>(orders.map((order) => [orderedPair(order), order]));
  const because = situation.because.map((step) => {
    const order = byPair.get(step.source);
    return order === undefined ? step : { ...step, source: 'order' as const, order };
  });
  const after = situation.target ?? situation.offset ?? 0;
  const idle = asset === 'grid' ? orders.filter(({ watts }) => watts === 0) : [];
  return {
    ...situation,
    because: [...because, ...idle.map((order) => ({ source: 'order' as const, delta: 0, after, order }))],
  };
}
