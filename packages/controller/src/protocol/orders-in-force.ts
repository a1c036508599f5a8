import { LIMITS, type Order, OrderList, type PairName } from '@setpoint/contract';
import { parseInstant, type Series } from '@setpoint/core';
import { Ajv } from 'ajv';
import type { Schedule } from './parse-snapshot.ts';

/** What pools ask of the site just now. It is kept nowhere: after a start, the service sends what is in force. */
export interface OrdersInForce {
  /** Takes one order; the result is the reason if it could not be read. */
  take(document: unknown): string | undefined;
  /** Takes all orders that are in force: the others have ended. */
  takeAll(document: unknown): string | undefined;
  /** The schedule with orders in the place of what is set. */
  over(schedule: Schedule): Schedule;
}

interface Clock {
  readonly now: () => number;
  /** Grows evenly, even if the clock is set. */
  readonly elapsedMs: () => number;
}

interface HeldOrder {
  /** Left out by a service that does not tell it. */
  readonly poolId: string | undefined;
  readonly sequence: number;
  readonly kW: number;
  readonly endMs: number;
  /** When it ends at the latest, by the time that grows evenly. */
  readonly elapsedEndMs: number;
}

type Service = 'afrr' | 'mfrr';

const ACTIVATIONS = { afrr: 'grid/afrrActivationkW', mfrr: 'grid/mfrrActivationkW' } as const satisfies Record<
  Service,
  PairName
>;
/** No signal holds longer: where more is left, the clock is wrong. */
const LONGEST_MS = (LIMITS.maxSignalSeconds + LIMITS.maxSignalAgeSeconds) * 1_000;
const ajv = new Ajv({ strict: false, strictNumbers: true, formats: { 'date-time': true, uuid: true } });
const isOrderList = ajv.compile<OrderList>(OrderList);

export function createOrdersInForce({ now, elapsedMs }: Clock): OrdersInForce {
  const held = new Map<Service, HeldOrder>();
  const isInForce = ({ endMs, elapsedEndMs }: HeldOrder) => now() < endMs && elapsedMs() < elapsedEndMs;

  function put(service: Service, { poolId, sequence, kW, validUntil }: Order): void {
    const before = held.get(service);
    // It was overtaken on its way. Each pool counts its signals by itself.
    const isSamePool = before?.poolId === poolId;
    if (before !== undefined && isSamePool && isInForce(before) && sequence < before.sequence) return;
    const endMs = parseInstant(validUntil) ?? Number.NEGATIVE_INFINITY;
    const leftMs = Math.min(endMs - now(), LONGEST_MS);
    held.set(service, { poolId, sequence, kW, endMs, elapsedEndMs: elapsedMs() + leftMs });
  }

  function takeAll(document: unknown, isWhole: boolean): string | undefined {
    if (!isOrderList(document)) return ajv.errorsText(isOrderList.errors);
    const { orders } = document;
    const unread = orders.find(({ validUntil }) => parseInstant(validUntil) === undefined);
    if (unread !== undefined) return `${unread.validUntil} is not an instant`;
    // What a whole list says counts, whatever was held.
    if (isWhole) held.clear();
    for (const order of orders) {
      const { service } = order;
      // One of a service that a later version knows asks nothing of this site.
      if (service === 'afrr' || service === 'mfrr') put(service, order);
    }
    return undefined;
  }

  return {
    take: (document) => takeAll({ orders: [document] }, false),
    takeAll: (document) => takeAll(document, true),
    over(schedule) {
      const commands = new Map(schedule.commands);
      for (const [service, order] of held) {
        if (!isInForce(order)) continue;
        const pair = ACTIVATIONS[service];
        if (!schedule.rejected.some(({ asset, type }) => `${asset}/${type}` === pair)) {
          commands.set(pair, inPlaceOf(commands.get(pair) ?? [], order));
        }
      }
      return { ...schedule, commands };
    },
  };
}

// From ever: the clock may be set back while it is in force.
function inPlaceOf(set: Series, { kW, endMs }: HeldOrder): Series {
  const later = set.filter((entry) => entry.endMs > endMs);
  const behind = later.map((entry) => ({ ...entry, startMs: Math.max(entry.startMs, endMs) }));
  return [{ startMs: Number.MIN_SAFE_INTEGER, endMs, value: kW }, ...behind];
}
