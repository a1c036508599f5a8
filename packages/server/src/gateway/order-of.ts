import type { Order } from '@setpoint/contract';
import { instantText, type SiteOrder } from '@setpoint/core';

const WATTS_PER_KW = 1_000;

/** An order as its controller gets it. */
export function orderOf({ service, sequence, watts, validUntil }: SiteOrder): Order {
  return { service, sequence, kW: watts / WATTS_PER_KW, validUntil: instantText(validUntil) };
}
