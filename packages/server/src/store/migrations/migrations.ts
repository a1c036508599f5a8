import { firstRelease } from './first-release.ts';
import type { Step } from './step.ts';
import { up as storeRelease } from './0101-store-release.ts';
import { up as holdSeconds } from './0102-hold-seconds.ts';
import { up as siteTroubles } from './0103-site-troubles.ts';
import { up as storedIds } from './0104-stored-ids.ts';
import { up as pools } from './0105-pools.ts';
import { up as poolTicks } from './0106-pool-ticks.ts';
import { up as people } from './0107-people.ts';
import { up as auditLog } from './0108-audit-log.ts';
import { up as droppedEntries } from './0109-dropped-entries.ts';
import { up as alerts } from './0110-alerts.ts';
import { up as takenLanes } from './0111-taken-lanes.ts';
import { up as tickRounds } from './0112-tick-rounds.ts';
import { up as poolHolds } from './0113-pool-holds.ts';
import { up as poolShortages } from './0114-pool-shortages.ts';
import { up as acting } from './0115-acting.ts';
import { up as signalActors } from './0116-signal-actors.ts';
import { up as deviatingRuns } from './0117-deviating-runs.ts';
import { up as alertQueues } from './0118-alert-queues.ts';
import { up as watchedLimits } from './0120-watched-limits.ts';
import { up as limitedCommands } from './0121-limited-commands.ts';
import { up as watchedPowers } from './0122-watched-powers.ts';
import { up as chosenNode } from './0123-chosen-node.ts';
import { up as sealingKey } from './0124-sealing-key.ts';
import { up as verifiedEmails } from './0125-verified-emails.ts';
import { up as usedTickets } from './0126-used-tickets.ts';
import { up as auditTimeStamps } from './0127-audit-time-stamps.ts';
import { up as keyCertificates } from './0128-key-certificates.ts';
import { up as webhookFormats } from './0129-webhook-formats.ts';
import { up as acknowledgements } from './0130-acknowledgements.ts';
import { up as storeClock } from './0131-store-clock.ts';
import { up as storeCommits } from './0132-store-commits.ts';
import { up as poolSeats } from './0119-pool-seats.ts';

/** All steps of the schema, applied in the order of their names, each once. */
export const migrations: Record<string, Step> = {
  ...firstRelease,
  '0101-store-release': { up: storeRelease, locks: ['store_state'] },
  '0102-hold-seconds': { up: holdSeconds, locks: ['site'] },
  '0103-site-troubles': { up: siteTroubles, locks: ['site_state'] },
  '0104-stored-ids': { up: storedIds, locks: ['batch', 'event', 'site'] },
  '0105-pools': { up: pools, locks: ['client'] },
  '0106-pool-ticks': { up: poolTicks, locks: ['pool'] },
  '0107-people': { up: people, locks: ['client', 'console_session', 'pool_grant', 'site_grant'] },
  '0108-audit-log': { up: auditLog },
  '0109-dropped-entries': { up: droppedEntries, locks: ['idempotency'] },
  '0110-alerts': { up: alerts },
  '0111-taken-lanes': { up: takenLanes, locks: ['site_state'] },
  '0112-tick-rounds': { up: tickRounds, locks: ['pool', 'pool_tick'] },
  '0113-pool-holds': { up: poolHolds, locks: ['hold'] },
  '0114-pool-shortages': { up: poolShortages, locks: ['pool'] },
  '0115-acting': { up: acting },
  '0116-signal-actors': { up: signalActors, locks: ['pool_tick'] },
  '0117-deviating-runs': { up: deviatingRuns, locks: ['site_following'] },
  '0118-alert-queues': { up: alertQueues, locks: ['alert_message'] },
  '0119-pool-seats': { up: poolSeats, locks: ['pool', 'pool_tick'] },
  '0120-watched-limits': { up: watchedLimits, locks: ['site_state'] },
  '0121-limited-commands': { up: limitedCommands, locks: ['site_state'] },
  '0122-watched-powers': { up: watchedPowers, locks: ['site_state'] },
  '0123-chosen-node': { up: chosenNode },
  '0124-sealing-key': { up: sealingKey },
  '0125-verified-emails': { up: verifiedEmails, locks: ['person'] },
  '0126-used-tickets': { up: usedTickets },
  '0127-audit-time-stamps': { up: auditTimeStamps },
  '0128-key-certificates': { up: keyCertificates, locks: ['controller_key'] },
  '0129-webhook-formats': { up: webhookFormats, locks: ['webhook'] },
  '0130-acknowledgements': { up: acknowledgements, locks: ['site'] },
  '0131-store-clock': { up: storeClock, locks: ['store_state'] },
  '0132-store-commits': { up: storeCommits, locks: ['store_state'] },
};
