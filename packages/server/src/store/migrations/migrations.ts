import type { Migration } from 'kysely/migration';
import { up as publicInterface } from './0001-public-interface.ts';
import { up as controllers } from './0002-controllers.ts';
import { up as history } from './0004-history.ts';
import { up as events } from './0005-events.ts';
import { up as webhooks } from './0006-webhooks.ts';
import { up as holds } from './0007-holds.ts';
import { up as portfolio } from './0008-portfolio.ts';
import { up as siteNotes } from './0009-site-notes.ts';
import { up as rateCounts } from './0010-rate-counts.ts';
import { up as consoleSessions } from './0011-console-sessions.ts';
import { up as measurementPartitions } from './0030-measurement-partitions.ts';
import { up as planMarks } from './0040-plan-marks.ts';
import { up as portfolioIndex } from './0041-portfolio-index.ts';
import { up as clockInstants } from './0060-clock-instants.ts';
import { up as batchPartitions } from './0070-batch-partitions.ts';
import { up as nodes } from './0080-nodes.ts';
import { up as openHolds } from './0090-open-holds.ts';
import { up as siteFollowing } from './0081-site-following.ts';
import { up as credentialEnds } from './0091-credential-ends.ts';
import { up as reportState } from './0100-report-state.ts';
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

/** All steps of the schema, applied in the order of their names, each once. */
export const migrations: Record<string, Migration> = {
  '0001-public-interface': { up: publicInterface },
  '0002-controllers': { up: controllers },
  '0004-history': { up: history },
  '0005-events': { up: events },
  '0006-webhooks': { up: webhooks },
  '0007-holds': { up: holds },
  '0008-portfolio': { up: portfolio },
  '0009-site-notes': { up: siteNotes },
  '0010-rate-counts': { up: rateCounts },
  '0011-console-sessions': { up: consoleSessions },
  '0030-measurement-partitions': { up: measurementPartitions },
  '0040-plan-marks': { up: planMarks },
  '0041-portfolio-index': { up: portfolioIndex },
  '0060-clock-instants': { up: clockInstants },
  '0070-batch-partitions': { up: batchPartitions },
  '0080-nodes': { up: nodes },
  '0081-site-following': { up: siteFollowing },
  '0090-open-holds': { up: openHolds },
  '0091-credential-ends': { up: credentialEnds },
  '0100-report-state': { up: reportState },
  '0101-store-release': { up: storeRelease },
  '0102-hold-seconds': { up: holdSeconds },
  '0103-site-troubles': { up: siteTroubles },
  '0104-stored-ids': { up: storedIds },
  '0105-pools': { up: pools },
  '0106-pool-ticks': { up: poolTicks },
  '0107-people': { up: people },
  '0108-audit-log': { up: auditLog },
  '0109-dropped-entries': { up: droppedEntries },
  '0110-alerts': { up: alerts },
  '0111-taken-lanes': { up: takenLanes },
  '0112-tick-rounds': { up: tickRounds },
  '0113-pool-holds': { up: poolHolds },
  '0114-pool-shortages': { up: poolShortages },
  '0115-acting': { up: acting },
  '0116-signal-actors': { up: signalActors },
  '0117-deviating-runs': { up: deviatingRuns },
  '0118-alert-queues': { up: alertQueues },
};
