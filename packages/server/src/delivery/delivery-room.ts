import type { CertainClock } from '../platform/open-clock.ts';
import type { Room } from '../serving/room.ts';
import { forgetOldApplied } from './forget-applied.ts';
import { announceEntries } from './announce-entries.ts';
import { AppError, type BatchDelivery, type BatchId, type SiteId } from '@setpoint/contract';
import {
  batchState,
  commandDeliveries,
  instantText,
  ordersInForce,
  type PoolOrder,
  type SiteFacts,
} from '@setpoint/core';
import type { FastifyRequest } from 'fastify';
import type { Budget } from '../limits/budget.ts';
import type { Caller } from '../identity/caller.ts';
import { joinReads } from '../platform/join-reads.ts';
import { askUntil } from '../platform/ask-until.ts';
import type { SiteSignals } from '../platform/site-signals.ts';
import { readBatch, readDeliveryFacts, type StoredBatch } from './read-delivery.ts';
import { commandFields, siteDeliveryAnswer } from './site-delivery-answer.ts';
import type { Access } from '../access/access.ts';
import { unauthorized } from '../access/refusals.ts';
import { noSuch } from '../http/send/no-such.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';

/** A schedule's way to its controller. */
export function deliveryRoom(ground: DeliveryRoutes & CertainClock): Room {
  const { store, certainNow: now } = ground;
  return {
    routes: (serve) => deliveryRoutes(serve, ground),
    forgetting: [forgetOldApplied],
    clockSteps: [(signal) => announceEntries({ store, now, signal })],
  };
}

export interface DeliveryRoutes extends StoreAndClock {
  readonly access: Access;
  readonly signals: SiteSignals;
  readonly offlineAfterMs: number;
  readonly budget: Pick<Budget, 'wait'>;
  /** What pools ask of a site. */
  readonly orders: { readonly of: (siteId: SiteId) => readonly PoolOrder[] };
}

const MS_PER_SECOND = 1_000;

/** What has become of what was set. */
export function deliveryRoutes(serve: Serve, options: DeliveryRoutes): void {
  const { access, budget, store, signals, now, offlineAfterMs, orders } = options;
  // All who wait for batches of a site look at the same facts.
  const factsOf = joinReads((siteId: SiteId) => store.read(readDeliveryFacts, { siteId, now: now(), offlineAfterMs }));
  const batchOf = joinReads((batchId: BatchId) => store.read(readBatch, { batchId }));

  serve.sent('getSiteDelivery', async ({ compute, site: { siteId } }) => {
    const at = now();
    return compute(siteDeliveryAnswer, {
      siteId,
      now: at,
      offlineAfterMs,
      orders: ordersInForce(orders.of(siteId), at),
    });
  });

  serve('getBatchDelivery', async ({ request, reply, caller, ids: { batchId }, query }) => {
    const timeoutMs = waitMsOf(request, query);
    const batch = await store.read(readBatch, { batchId });
    if (batch === undefined) throw noSuch('batch');
    await visibleOrThrow(access, caller, batch.siteId);
    if (timeoutMs > 0) await budget.wait(reply, caller.clientId);
    const delivery = await askUntil({ signals, siteId: batch.siteId, timeoutMs }, async () => {
      const current = await batchOf(batchId);
      const facts = current === undefined ? undefined : await factsOf(current.siteId);
      if (current === undefined || facts === undefined) throw noSuch('batch');
      const value = batchDelivery(batchId, current, facts);
      // What is rejected or superseded will not be accepted by waiting.
      return { isReached: timeoutMs === 0 || value.state !== 'pending', value };
    });
    // What was taken back during the wait lets nobody hear how it ended.
    if (timeoutMs > 0) {
      if (!(await access.isStillGood(request))) throw unauthorized();
      await visibleOrThrow(access, caller, batch.siteId);
    }
    return delivery;
  });
}

async function visibleOrThrow(access: Access, caller: Caller, siteId: SiteId): Promise<void> {
  const rights = await access.rights(caller, [siteId]);
  if (rights.get(siteId)?.canRead !== true) throw noSuch('batch');
}

function waitMsOf(request: FastifyRequest, { wait, timeout }: { wait?: 'accepted'; timeout: number }): number {
  const isGiven = (request.query as { timeout?: unknown }).timeout !== undefined;
  if (wait === undefined && isGiven) throw new AppError('bad_request', 'timeout needs wait=accepted');
  return wait === undefined ? 0 : timeout * MS_PER_SECOND;
}

function batchDelivery(batchId: BatchId, batch: StoredBatch, facts: SiteFacts): BatchDelivery {
  const commands = commandDeliveries(batch.commands, facts);
  return {
    batchId,
    siteId: batch.siteId,
    version: batch.version,
    acceptedAt: instantText(batch.acceptedAt),
    state: batchState(commands),
    commands: commands.map(commandFields),
  };
}
