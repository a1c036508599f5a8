import { type PairName, pairName, type SiteId } from '@setpoint/contract';
import { heldSince, isHoldable, type Window } from '@setpoint/core';
import { longRead } from '../store/long-read.ts';
import { statement } from '../store/statement.ts';
import { toStoredId } from '../store/values/to-stored-id.ts';
import type { Tx } from '../store/tx.ts';
import { isKeptBatch } from '../history/is-kept-batch.ts';
import { loadHolds } from '../sites/load-holds.ts';
import { withCommands } from '../history/with-commands.ts';
import type { LoggedBatch } from '../history/read-history.ts';

/** What is set on a site now, of which version, and what was held of it. */
export interface StandingSchedule {
  readonly epoch: number;
  readonly version: number;
  /** As the site reported them last. */
  readonly assets: string | null;
  readonly texts: ReadonlyMap<PairName, string>;
  /** The stretches of time over which a command was held; open at its end while it is. */
  readonly held: ReadonlyMap<PairName, readonly Window[]>;
}

const siteById = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['epoch', 'version', 'assets'])
    .where('site.site_id', '=', param('siteId')),
);

const commandsOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('set_command')
    .select(['asset', 'type', 'text', 'client_id', 'held_at', 'released_at'])
    .where('site_id', '=', param('siteId')),
);

export async function readStanding(tx: Tx, { siteId }: { siteId: SiteId }): Promise<StandingSchedule | undefined> {
  const site = await tx.first(siteById, { siteId });
  if (site === undefined) return undefined;
  const holds = await loadHolds(tx, siteId);
  const texts = new Map<PairName, string>();
  const held = new Map<PairName, readonly Window[]>();
  for (const row of await tx.all(commandsOfSite, { siteId })) {
    const pair = pairName(row);
    texts.set(pair, row.text);
    const since = heldSince(holds, { pair, clientId: row.client_id });
    const now = since === null ? [] : [{ fromMs: since, toMs: Number.POSITIVE_INFINITY }];
    const { held_at: fromMs, released_at: toMs } = row;
    const before = fromMs === null || toMs === null || !isHoldable(pair) ? [] : [{ fromMs, toMs }];
    if (before.length + now.length > 0) held.set(pair, [...before, ...now]);
  }
  return { ...site, texts, held };
}

type BackParams = { siteId: string; epoch: number; version: number; limit: number };

const batchesUpTo = statement<BackParams>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select(['epoch', 'version', 'accepted_at', 'commands'])
    .where('site_id', '=', toStoredId(dialect, param('siteId')))
    .where(isKeptBatch(param('siteId')))
    .where((eb) => eb(eb.refTuple('epoch', 'version'), '<=', eb.tuple(param('epoch'), param('version'))))
    .orderBy('epoch', 'desc')
    .orderBy('version', 'desc')
    .limit(param('limit')),
);

/** Batches of a site, from one backwards. */
export const readBatchesBack = longRead(async function readBatchesBack(
  tx: Tx,
  input: { siteId: SiteId } & Omit<BackParams, 'siteId'>,
): Promise<LoggedBatch[]> {
  return (await tx.all(batchesUpTo, input)).map(withCommands);
});

const statesUpTo = statement<Omit<BackParams, 'limit'>>()(({ db, param }) =>
  db
    .selectFrom('kept_state')
    .select(['epoch', 'version', 'accepted_at', 'commands'])
    .where('site_id', '=', param('siteId'))
    .where((eb) => eb(eb.refTuple('epoch', 'version'), '<=', eb.tuple(param('epoch'), param('version'))))
    .orderBy('epoch', 'desc')
    .orderBy('version', 'desc')
    .limit(1),
);

/** All that was set at a version at or before one, where that was written down last. */
export async function readKeptState(
  tx: Tx,
  input: { siteId: SiteId } & Omit<BackParams, 'siteId' | 'limit'>,
): Promise<LoggedBatch | undefined> {
  const state = await tx.first(statesUpTo, input);
  return state === undefined ? undefined : withCommands(state);
}
