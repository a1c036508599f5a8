import { type DeliveredOrder, namesOfPair, type SiteDelivery, type SiteId } from '@setpoint/contract';
import {
  commandDeliveries,
  type CommandDelivery,
  instantText,
  instantTextOrNull,
  isClockOff,
  orderedPair,
  type PoolOrder,
  siteState,
  WATTS_PER_KW,
} from '@setpoint/core';
import type { Answer } from '../computing/answer.ts';
import { noSuch } from '../http/send/no-such.ts';
import { readDelivery, type ReadDeliveryInput, type StoredDelivery } from './read-delivery.ts';

interface SiteDeliveryInput extends ReadDeliveryInput {
  /** What pools ask the site for, as far as it is in force. */
  readonly orders: readonly PoolOrder[];
}

/** What has become of what is set on a site. */
export const siteDeliveryAnswer: Answer<SiteDeliveryInput> = {
  name: 'site delivery',
  async *make({ store, turn }, { orders, ...asked }) {
    const delivery = await store.read(readDelivery, asked);
    if (delivery === undefined) throw noSuch('site');
    await turn();
    yield [JSON.stringify(siteDelivery(asked.siteId, delivery, orders))];
  },
};

function siteDelivery(siteId: SiteId, stored: StoredDelivery, orders: readonly PoolOrder[]): SiteDelivery {
  const { facts, commands, clockOffsetMs, protocolError } = stored;
  const versions = new Map(commands.map(({ pair, version }) => [pair, version]));
  return {
    siteId,
    state: siteState(facts),
    version: facts.version,
    revision: stored.revision,
    appliedVersion: facts.appliedVersion,
    appliedRevision: stored.appliedRevision,
    isOnline: facts.isOnline,
    reportedAt: instantTextOrNull(stored.reportedAt),
    clockOffsetMs,
    isClockOff: isClockOff(clockOffsetMs),
    troubles: stored.troubles,
    protocolErrors: stored.protocolErrors,
    lastProtocolError:
      protocolError === null ? null : { at: instantText(protocolError.at), reason: protocolError.reason },
    commands: commandDeliveries(commands, facts).map((command) => ({
      ...commandFields(command),
      limited: command.limited,
      version: versions.get(command.pair) ?? 0,
      entries: command.entries.map(({ startMs, endMs, value, state, isLate }) => ({
        startAt: instantText(startMs),
        endAt: instantText(endMs),
        value,
        state,
        isLate,
      })),
    })),
    orders: orders.map(deliveredOrder),
  };
}

function deliveredOrder(order: PoolOrder): DeliveredOrder {
  const { poolId, sequence, watts, at, validUntil } = order;
  return {
    ...namesOfPair(orderedPair(order)),
    source: 'order',
    poolId,
    sequence,
    startAt: instantText(at),
    endAt: instantText(validUntil),
    value: watts / WATTS_PER_KW,
  };
}

export function commandFields({ pair, state, code, message }: CommandDelivery) {
  return { ...namesOfPair(pair), state, code, message };
}
