import type { JudgedOrder } from '@setpoint/core';

/** How a site followed the orders in force at its last report, from what is kept of that; see `watchReport`. */
export function judgedOrders(watched: string | null): readonly JudgedOrder[] {
  const { ordered = [] } = (watched === null ? {} : JSON.parse(watched)) as { ordered?: readonly JudgedOrder[] };
  return ordered;
}
