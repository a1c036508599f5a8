import type { Migration } from 'kysely/migration';
import { firstRelease } from './first-release.ts';
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
import { up as poolSeats } from './0119-pool-seats.ts';

/** All steps of the schema, applied in the order of their names, each once. */
export const migrations: Record<string, Migration> = {
  ...firstRelease,
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
  '0119-pool-seats': { up: poolSeats },
  '0120-watched-limits': { up: watchedLimits },
  '0121-limited-commands': { up: limitedCommands },
  '0122-watched-powers': { up: watchedPowers },
  '0123-chosen-node': { up: chosenNode },
};
