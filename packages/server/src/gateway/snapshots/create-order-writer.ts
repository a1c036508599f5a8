import type { Order } from '@setpoint/contract';
import { instantText, type PoolOrder, WATTS_PER_KW } from '@setpoint/core';

/** Writes orders as controllers get them. Those of one signal end at one instant, whose text is written once. */
export function createOrderWriter(): (order: PoolOrder) => Order {
  let end = { at: Number.NaN, text: '' };
  return ({ service, poolId, sequence, watts, validUntil }) => {
    if (validUntil !== end.at) end = { at: validUntil, text: instantText(validUntil) };
    return { service, poolId, sequence, kW: watts / WATTS_PER_KW, validUntil: end.text };
  };
}
