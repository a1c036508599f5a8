import { randomUUID } from 'node:crypto';
import type { AssetScheduleCommand, BatchId, ClientId, SiteId } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { type ApplySchedulesInput, applySchedules } from '../src/schedules/apply-schedules.ts';
import type { Store } from '../src/store/store.ts';

interface Batch extends Partial<ApplySchedulesInput> {
  readonly now: number;
  readonly schedules: AssetScheduleCommand[];
  /** Of a splice. */
  readonly window?: { readonly from?: string; readonly to?: string; readonly dropEnded?: boolean };
}

/** For tests: a batch on a site, of anybody unless told otherwise. */
export async function setSchedules(store: Pick<Store, 'write'>, siteId: SiteId, { schedules, window, ...more }: Batch) {
  const [clientId, batchId] = [randomUUID() as string as ClientId, randomUUID() as string as BatchId];
  const batch = parseBatch({ ...window, schedules });
  return store.write(applySchedules, { siteId, clientId, batchId, batch, ...more });
}
