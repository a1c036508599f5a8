import { AppError, HEADERS } from '@setpoint/contract';
import type { Problem } from '@setpoint/core';
import { noAccess } from '../access/refusals.ts';
import { noSuch } from '../http/send/no-such.ts';
import type { TooMuch } from '../limits/too-much.ts';
import type { Store } from '../store/store.ts';
import type { ApplySchedulesOutput } from './apply-schedules.ts';
import { BadRequest } from '../wire/bad-request.ts';
import { rejectionOf, versionDiffers } from './read-batch.ts';

export type SetBatch = Extract<ApplySchedulesOutput, { kind: 'accepted' | 'replayed' }>;

type RefusedBatch = Exclude<ApplySchedulesOutput, SetBatch>;

/** Why the store was not asked to set a batch. */
export type UntriedBatch =
  | { readonly kind: 'site_missing' }
  | { readonly kind: 'no_access' }
  | { readonly kind: 'history_full'; readonly refusal: TooMuch }
  | { readonly kind: 'misshapen'; readonly reason: string; readonly problems: readonly Problem[] };

export function isSet(outcome: ApplySchedulesOutput): outcome is SetBatch {
  return outcome.kind === 'accepted' || outcome.kind === 'replayed';
}

/** Why a batch was not set, for its sender. */
export function refusalOf(outcome: RefusedBatch | UntriedBatch): AppError {
  switch (outcome.kind) {
    case 'rejected':
      return rejectionOf(outcome.problems);
    case 'version_differs':
      return versionDiffers(outcome.version);
    case 'key_reused':
      return new AppError('idempotency_conflict', `this ${HEADERS.idempotencyKey} was used for another request`);
    case 'site_missing':
      return noSuch('site');
    case 'no_access':
      return noAccess();
    case 'history_full':
      return outcome.refusal;
    case 'misshapen':
      return new BadRequest(outcome.reason, outcome.problems);
  }
}

const MOST_WAITING_WRITES = 4_096;

export function refuseWhenBusy(store: Store): void {
  if (store.waitingWrites() < MOST_WAITING_WRITES) return;
  throw new AppError('service_unavailable', 'too many batches are waiting; try again shortly');
}
