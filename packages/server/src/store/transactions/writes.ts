import { addClient } from './add-client.ts';
import { addControllerKey } from './add-controller-key.ts';
import { addRateCounts } from './add-rate-counts.ts';
import { addSecret } from './add-secret.ts';
import { addSignInLink } from './add-sign-in-link.ts';
import { addSite } from './add-site.ts';
import { applyPortfolio } from './apply-portfolio.ts';
import { applySchedules } from './apply-schedules.ts';
import { carryHold } from './carry-hold.ts';
import { changeClient } from './change-client.ts';
import { changeSite } from './change-site.ts';
import { endConsoleSessions } from './end-console-sessions.ts';
import { endSession } from './end-session.ts';
import { ensureOperator } from './ensure-operator.ts';
import { forgetApplied } from './forget-applied.ts';
import { forgetBatches } from './forget-batches.ts';
import { forgetEvents } from './forget-events.ts';
import { forgetHolds } from './forget-holds.ts';
import { forgetIdempotency } from './forget-idempotency.ts';
import { forgetMeasurements } from './forget-measurements.ts';
import { dropPartition, makePartition } from './keep-partitions.ts';
import { makeHold } from './make-hold.ts';
import { mapSubject } from './map-subject.ts';
import { noteKeyUse } from './note-key-use.ts';
import { noteNode, removeNode } from './note-node.ts';
import { probeStore } from './probe-store.ts';
import { putGrant } from './put-grant.ts';
import { recordProtocolError } from './record-protocol-error.ts';
import { recordReport } from './record-report.ts';
import { redeemSignInLink } from './redeem-sign-in-link.ts';
import { releaseHold } from './release-hold.ts';
import { removeClient } from './remove-client.ts';
import { removeGrant } from './remove-grant.ts';
import { removeSite } from './remove-site.ts';
import { revokeControllerKey } from './revoke-controller-key.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import { announceSilence } from './announce-silence.ts';
import { addWebhook, addWebhookSecret, changeWebhook, removeWebhook, replayWebhook } from './change-webhook.ts';
import { forgetDeliveries, noteDelivery } from './note-delivery.ts';
import { settleEntries } from './settle-entries.ts';
import { settleFollowing } from './settle-following.ts';
import { settlePlan } from './settle-plan.ts';
import { unmapSubject } from './unmap-subject.ts';
import { useConsoleSession } from './use-console-session.ts';

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
