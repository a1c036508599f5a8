import { LIMITS } from '../../packages/contract/src/limits.ts';
import { MOST_OPEN_HOLDS } from '../../packages/server/src/holds/hold-routes.ts';
import { SHARES } from '../../packages/server/src/limits/shares.ts';
import { HISTORY_BYTES_PER_DAY } from '../../packages/server/src/limits/write-quota.ts';
import { MOST_WEBHOOKS } from '../../packages/server/src/webhooks/webhook-routes.ts';
import { grouped } from './list-settings.ts';
import { markdownTable } from './markdown-table.ts';

const MIB = 2 ** 20;

/** Every limit that a caller may meet, with its value of now. */
export function limitTable(): string {
  const share = (name: keyof typeof SHARES) => SHARES[name].byDefault;
  const rows: readonly (readonly [string, number | string, string])[] = [
    ['commands in one batch', LIMITS.maxCommands, ''],
    ['entries in one command', LIMITS.maxEntries, ''],
    ['body of one batch', `${LIMITS.maxBodyBytes / MIB} MiB`, ''],
    ['sites in one call', LIMITS.maxSitesPerCall, ''],
    ['body for many sites', `${LIMITS.maxPortfolioBytes / MIB} MiB, ${LIMITS.maxBodyBytes / MIB} MiB a site`, ''],
    ['sites named in a query', LIMITS.maxNamedSites, ''],
    ['items on a page of a list', `${LIMITS.defaultPageSize}, on request ${grouped(LIMITS.maxPageSize)}`, ''],
    ['window of time', `${LIMITS.maxWindowDays} days`, ''],
    ['intervals in an answer about one site', LIMITS.maxIntervals, ''],
    ['problems listed in an answer', `${LIMITS.maxProblems}, ${LIMITS.maxProblemsOfSite} a site`, ''],
    ['characters of a name', LIMITS.maxNameLength, ''],
    ['characters of notes', grouped(LIMITS.maxNotesLength), ''],
    ['pools', LIMITS.maxPools, ''],
    ['members of a pool', LIMITS.maxPoolMembers, ''],
    ['hours that a pool is asked about', LIMITS.maxPoolWindowHours, ''],
    ['length of a signal', `${LIMITS.maxSignalSeconds / 60} minutes`, ''],
    ['nodes of a device tree', `${grouped(LIMITS.maxTreeNodes)}, ${LIMITS.maxTreeDepth} deep`, ''],
    ['open holds of a client', MOST_OPEN_HOLDS, ''],
    ['webhooks of a client', MOST_WEBHOOKS, ''],
    ['event streams of a client', share('client-streams'), '`client-streams`'],
    ['calls of a controller key', `${grouped(share('key-calls-per-minute'))} a minute`, '`key-calls-per-minute`'],
    ['history of a client on one site', `${HISTORY_BYTES_PER_DAY / MIB} MiB a day`, ''],
  ];
  return markdownTable(
    ['what', 'limit', 'set by'],
    rows.map(([what, limit, setting]) => [what, typeof limit === 'number' ? grouped(limit) : limit, setting]),
  );
}
