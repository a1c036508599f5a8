import type { Lane } from '@setpoint/contract';

const ORDERS: Lane = 'orders';

/** What of a report is kept of the ways that its controller took up; null for none. */
export function lanesText(takes: readonly string[] | undefined): string | null {
  return takes?.includes(ORDERS) === true ? JSON.stringify([ORDERS]) : null;
}

/** Whether orders come to this controller by a way of their own; else they are in its snapshot. */
export function takesOrders(text: string | null): boolean {
  return text !== null && (JSON.parse(text) as readonly string[]).includes(ORDERS);
}
