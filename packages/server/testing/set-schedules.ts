import { randomUUID } from 'node:crypto';
import type { AssetScheduleCommand, BatchId, ClientId, SiteId } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { applySchedules } from '../src/schedules/apply-schedules.ts';
import type { Store } from '../src/store/store.ts';

interface Batch {
  readonly now: number;
  readonly schedules: AssetScheduleCommand[];
  /** Left out, anybody. */
  readonly clientId?: ClientId;
}

/** For tests: a batch on a site. */
export async function setSchedules(
  store: Pick<Store, 'write'>,
  siteId: SiteId,
  { now, schedules, clientId = randomUUID() as string as ClientId }: Batch,
) {
  const batchId = randomUUID() as string as BatchId;
  return store.write(applySchedules, { siteId, clientId, batchId, now, batch: parseBatch({ schedules }) });
}
