import { type PairName, pairName, type SiteId } from '@setpoint/contract';
import type { ClockInstants } from '@setpoint/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { listOf } from '../../store/list-of.ts';
import type { Database } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import type { Hashes } from '../hash-state.ts';
import type { NamedBy } from '../../sites/set-command.ts';

/** A site as the batch finds it that gets the next number. */
export interface NumberedSite {
  readonly epoch: number;
  readonly version: number;
  readonly clock: ClockInstants;
  /** Whether there is a hold that covers every site, or comes to it. */
  readonly areHoldsOpen: boolean;
  /** By the pairs that are set. */
  readonly hashes: Hashes;
  /** The batch that named each pair last, to set it or to clear it. */
  readonly namedBy: Map<PairName, NamedBy>;
}

export async function readNumberedSite(tx: Tx, siteId: SiteId): Promise<NumberedSite | undefined> {
  const rows = await Promise.all([tx.all(numbersOfSite, { siteId }), tx.all(pairsOfSite, { siteId })]);
  return sitesOf(...rows).get(siteId);
}

/** Those of some sites that are there, in two statements for all of them. */
export async function readNumberedSites(tx: Tx, sites: readonly SiteId[]): Promise<ReadonlyMap<SiteId, NumberedSite>> {
  const siteIds = JSON.stringify(sites);
  return sitesOf(...(await Promise.all([tx.all(numbersOfSites, { siteIds }), tx.all(pairsOfSites, { siteIds })])));
}

const numbersOfSite = statement<{ siteId: string }>()(({ db, param }) => numbersOf(db, sql`(${param('siteId')})`));
const numbersOfSites = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  numbersOf(db, listOf(dialect, param('siteIds'))),
);
const pairsOfSite = statement<{ siteId: string }>()(({ db, param }) => pairsOf(db, sql`(${param('siteId')})`));
const pairsOfSites = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  pairsOf(db, listOf(dialect, param('siteIds'))),
);

function numbersOf(db: Kysely<Database>, siteIds: RawBuilder<string>) {
  return db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .select(['site.site_id', 'version', 'epoch', 'next_at', 'judge_at'])
    .select((eb) =>
      eb
        .selectFrom('hold')
        .select('hold_id')
        .where('released_at', 'is', null)
        .where('hold.site_id', 'is', null)
        .where('hold.pool_id', 'is', null)
        .limit(1)
        .as('open_hold'),
    )
    .where('site.site_id', 'in', siteIds);
}

function pairsOf(db: Kysely<Database>, siteIds: RawBuilder<string>) {
  return db
    .selectFrom('set_command')
    .select(['site_id', 'asset', 'type', 'version', 'batch_id'])
    .select((eb) => eb.ref('hash').$castTo<string | null>().as('hash'))
    .where('site_id', 'in', siteIds)
    .unionAll(
      db
        .selectFrom('cleared_command')
        .select(['site_id', 'asset', 'type', 'version', 'batch_id'])
        .select(sql<string | null>`NULL`.as('hash'))
        .where('site_id', 'in', siteIds),
    );
}

type RowOf<Query extends { execute(): Promise<unknown[]> }> = Awaited<ReturnType<Query['execute']>>[number];
type NumbersRow = RowOf<ReturnType<typeof numbersOf>>;
type PairRow = RowOf<ReturnType<typeof pairsOf>>;

function sitesOf(numbers: readonly NumbersRow[], pairs: readonly PairRow[]): ReadonlyMap<SiteId, NumberedSite> {
  const sites = new Map<SiteId, NumberedSite>();
  for (const { site_id: siteId, epoch, version, next_at: nextAt, judge_at: judgeAt, open_hold: hold } of numbers) {
    const known = { epoch, version, clock: { nextAt, judgeAt }, areHoldsOpen: hold !== null };
    sites.set(siteId as SiteId, { ...known, hashes: new Map(), namedBy: new Map() });
  }
  for (const row of pairs) addPair(sites.get(row.site_id as SiteId), row);
  return sites;
}

function addPair(site: NumberedSite | undefined, { asset, type, hash, version, batch_id: batchId }: PairRow): void {
  if (site === undefined) return;
  const pair = pairName({ asset, type });
  if (hash !== null) site.hashes.set(pair, hash);
  if (version >= (site.namedBy.get(pair)?.version ?? 0)) site.namedBy.set(pair, { version, batchId });
}
