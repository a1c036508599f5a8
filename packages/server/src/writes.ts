import { addClient } from './registry/add-client.ts';
import { addControllerKey } from './registry/add-controller-key.ts';
import { addRateCounts } from './identity/add-rate-counts.ts';
import { addSecret } from './registry/add-secret.ts';
import { addSignInLink } from './console/add-sign-in-link.ts';
import { addSite } from './registry/add-site.ts';
import { applyPortfolio } from './schedules/apply-portfolio.ts';
import { applySchedules } from './schedules/apply-schedules.ts';
import { carryHold } from './holds/carry-hold.ts';
import { changeClient } from './registry/change-client.ts';
import { changeSite } from './registry/change-site.ts';
import { endConsoleSessions } from './console/end-console-sessions.ts';
import { endSession } from './gateway/end-session.ts';
import { ensureOperator } from './registry/ensure-operator.ts';
import { forgetApplied } from './delivery/forget-applied.ts';
import { forgetBatches } from './history/forget-batches.ts';
import { forgetEvents } from './events/forget-events.ts';
import { forgetHolds } from './holds/forget-holds.ts';
import { forgetIdempotency } from './schedules/forget-idempotency.ts';
import { forgetMeasurements } from './following/forget-measurements.ts';
import { dropPartition, makePartition } from './store/partitions.ts';
import { makeHold } from './holds/make-hold.ts';
import { mapSubject } from './registry/map-subject.ts';
import { noteKeyUse } from './identity/note-key-use.ts';
import { noteNode, removeNode } from './nodes/note-node.ts';
import { probeStore } from './store/probe-store.ts';
import { putGrant } from './access/put-grant.ts';
import { recordProtocolError } from './gateway/record-protocol-error.ts';
import { recordReport } from './gateway/record-report.ts';
import { redeemSignInLink } from './console/redeem-sign-in-link.ts';
import { releaseHold } from './holds/release-hold.ts';
import { removeClient } from './registry/remove-client.ts';
import { removeGrant } from './access/remove-grant.ts';
import { removeSite } from './registry/remove-site.ts';
import { revokeControllerKey } from './registry/revoke-controller-key.ts';
import { rotateSigningKey } from './identity/rotate-signing-key.ts';
import { announceSilence } from './gateway/announce-silence.ts';
import {
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  removeWebhook,
  replayWebhook,
} from './webhooks/change-webhook.ts';
import { forgetDeliveries, noteDelivery } from './webhooks/note-attempt.ts';
import { settleEntries } from './delivery/settle-entries.ts';
import { settleFollowing } from './following/settle-following.ts';
import { settlePlan } from './plan/settle-plan.ts';
import { unmapSubject } from './registry/unmap-subject.ts';
import { useConsoleSession } from './console/use-console-session.ts';

/** Every transaction that changes something, by its name. */
export const writes = {
  addClient,
  addControllerKey,
  addRateCounts,
  addSecret,
  addSignInLink,
  addSite,
  addWebhook,
  addWebhookSecret,
  announceSilence,
  applyPortfolio,
  applySchedules,
  carryHold,
  changeClient,
  changeSite,
  changeWebhook,
  dropPartition,
  endConsoleSessions,
  endSession,
  ensureOperator,
  forgetApplied,
  forgetBatches,
  forgetDeliveries,
  forgetEvents,
  forgetHolds,
  forgetIdempotency,
  forgetMeasurements,
  makeHold,
  makePartition,
  mapSubject,
  noteDelivery,
  noteKeyUse,
  noteNode,
  probeStore,
  putGrant,
  recordProtocolError,
  recordReport,
  redeemSignInLink,
  releaseHold,
  removeClient,
  removeGrant,
  removeNode,
  removeSite,
  removeWebhook,
  replayWebhook,
  revokeControllerKey,
  rotateSigningKey,
  settleEntries,
  settleFollowing,
  settlePlan,
  unmapSubject,
  useConsoleSession,
} as const;
