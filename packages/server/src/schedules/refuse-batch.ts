import { AppError, HEADERS } from '@setpoint/contract';
import { noSuch } from '../http/no-such.ts';
import type { Store } from '../store/store.ts';
import type { ApplySchedulesOutput } from './apply-schedules.ts';
import { rejectionOf, versionDiffers } from './read-batch.ts';

export type RefusedBatch = Exclude<ApplySchedulesOutput, { kind: 'accepted' | 'replayed' }>;

/** Why a batch was not set, for its sender. */
export function refusalOf(outcome: RefusedBatch): AppError {
  switch (outcome.kind) {
    case 'rejected':
      return rejectionOf(outcome.problems);
    case 'version_differs':
      return versionDiffers(outcome.version);
    case 'key_reused':
      return new AppError('idempotency_conflict', `this ${HEADERS.idempotencyKey} was used for another request`);
    case 'site_missing':
      return noSuch('site');
  }
}

export function refuseWhenBusy(store: Store, maxWaitingWrites: number): void {
  if (store.waitingWrites() < maxWaitingWrites) return;
  throw new AppError('service_unavailable', 'too many batches are waiting; try again shortly');
}
