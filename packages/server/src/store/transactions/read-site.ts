import { findCatalogueRow, type SiteId } from '@setpoint/contract';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';

/** A site as it is stored: the parts that a GET puts together. */
export interface StoredSite {
  readonly siteId: SiteId;
  readonly siteName: string;
  readonly version: number;
  readonly stateHash: string;
  readonly reportedAt: number | null;
  readonly disconnectedAt: number | null;
  readonly assets: string | null;
  /** The texts of the set commands, in the catalogue's order. */
  readonly commands: readonly string[];
}

const siteById = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['site_name', 'version', 'state_hash', 'reported_at', 'disconnected_at', 'assets'])
    .where('site.site_id', '=', param('siteId')),
);

const commandsOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('set_command').select(['asset', 'type', 'text']).where('site_id', '=', param('siteId')),
);

export async function readSite(tx: Tx, { siteId }: { siteId: SiteId }): Promise<StoredSite | undefined> {
  const row = await tx.first(siteById, { siteId });
  if (row === undefined) return undefined;
  const commands = await tx.all(commandsOfSite, { siteId });
  return {
    siteId,
    siteName: row.site_name,
    version: row.version,
    stateHash: row.state_hash,
    reportedAt: row.reported_at,
    disconnectedAt: row.disconnected_at,
    assets: row.assets,
    commands: inCatalogueOrder(commands).map((command) => command.text),
  };
}

/** Sorts the rows of one site as every answer lists them. */
export function inCatalogueOrder<Row extends { asset: string; type: string }>(rows: Row[]): Row[] {
  return rows.length < 2 ? rows : rows.sort((one, other) => ordinalOf(one) - ordinalOf(other));
}

function ordinalOf(row: { asset: string; type: string }): number {
  return findCatalogueRow(row.asset, row.type)?.ordinal ?? Number.MAX_SAFE_INTEGER;
}
