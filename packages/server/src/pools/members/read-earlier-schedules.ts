import type { SiteId, PairName } from '@setpoint/contract';
import { appliedVersionOf, revisionOf, seriesOf, type Commands } from '@setpoint/core';
import { sql } from 'kysely';
import { readHistory } from '../../history/read-history.ts';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import { toStoredId } from '../../store/values/to-stored-id.ts';
import type { Tx } from '../../store/tx.ts';
import type { MemberRow } from './list-members-now.ts';

/** What is set on a site, by whom; null where that is not known any more. */
export type SetCommands = readonly {
  readonly pair: PairName;
  readonly clientId: string | null;
  readonly commands: Commands;
}[];

/** What a controller goes by until it has what is set. */
export interface EarlierSchedule {
  readonly version: number;
  /** Since when something else is on its way. */
  readonly since: number;
  readonly commands: SetCommands;
}

/** The version that a member has applied; null if none of this schedule is. */
export function appliedBy(row: MemberRow, at?: number): number | null {
  return appliedVersionOf(row.revision, revisionOf(row), at);
}

/** Whether something else is set than what its controller has. */
export function isBehind(row: MemberRow): boolean {
  const applied = appliedBy(row);
  return applied !== null && applied !== row.version;
}

/** What was known of a member when it was read last. */
interface LastKnown {
  readonly version: number;
  readonly commands: SetCommands;
  readonly earlier: EarlierSchedule | undefined;
}

/** For members that are behind, what they still go by. */
export async function readEarlierSchedules(
  tx: Tx,
  rows: readonly MemberRow[],
  lastOf: (siteId: SiteId) => LastKnown | undefined,
): Promise<ReadonlyMap<SiteId, EarlierSchedule>> {
  const behind = rows.filter(isBehind);
  const applied = JSON.stringify(behind.map((row) => `${row.siteId} ${appliedBy(row)}`));
  const written = behind.length === 0 ? [] : await tx.all(writtenAt, { applied });
  const since = new Map(
    written.map((row) => [row.site_id, row.accepted_at ?? Math.max(row.held_at ?? 0, row.released_at ?? 0)]),
  );
  const found = new Map<SiteId, EarlierSchedule>();
  for (const row of behind) {
    const last = lastOf(row.siteId);
    const version = appliedBy(row) ?? 0;
    // Whatever is written meanwhile, it has been behind since then.
    if (last?.earlier?.version === version) found.set(row.siteId, last.earlier);
    else found.set(row.siteId, await earlierFrom(tx, row.siteId, last, { version, since: since.get(row.siteId) ?? 0 }));
  }
  return found;
}

// Since the first batch that is not applied, so that every node says the same; a hold makes a version without a batch.
const writtenAt = statement<{ applied: string }>()(({ db, dialect, param }) => {
  const asked = sql<string>`asked.${sql.ref(dialect === 'sqlite' ? 'value' : 'jsonb_array_elements_text')}`;
  const siteId = sql<string>`substr(${asked}, 1, 36)`;
  return db
    .selectFrom(listOf(dialect, param('applied')).as('asked'))
    .innerJoin('store_state', (join) => join.onTrue())
    .select((eb) => [
      siteId.as('site_id'),
      eb
        .selectFrom('batch')
        .select(({ fn }) => fn.min('accepted_at').as('accepted_at'))
        .where('batch.site_id', '=', toStoredId(dialect, siteId))
        .whereRef('batch.epoch', '=', 'store_state.epoch')
        .where('batch.version', '>', sql<number>`CAST(substr(${asked}, 38) AS INTEGER)`)
        .as('accepted_at'),
      eb
        .selectFrom('site_hold')
        .select(({ fn }) => fn.max('held_at').as('held_at'))
        .where('site_hold.site_id', '=', siteId)
        .as('held_at'),
      eb
        .selectFrom('set_command')
        .select(({ fn }) => fn.max('released_at').as('released_at'))
        .where('set_command.site_id', '=', siteId)
        .as('released_at'),
    ]);
});

async function earlierFrom(
  tx: Tx,
  siteId: SiteId,
  last: LastKnown | undefined,
  { version, since }: Omit<EarlierSchedule, 'commands'>,
): Promise<EarlierSchedule> {
  if (last?.version === version) return { version, since, commands: last.commands };
  const commands = await commandsAt(tx, siteId, version);
  // Where what it goes by is forgotten, it is not waited for.
  return commands === undefined ? { version, since: 0, commands: [] } : { version, since, commands };
}

async function commandsAt(tx: Tx, siteId: SiteId, version: number): Promise<SetCommands | undefined> {
  const past = await readHistory(tx, { siteId, moment: { version } });
  if (past.kind !== 'found') return undefined;
  return [...past.schedule.texts].map(([pair, text]) => {
    return { pair, clientId: null, commands: new Map([[pair, seriesOf(text)]]) };
  });
}
