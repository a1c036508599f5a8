import { type Asset, type CommandType, ordinalOf, pairName, type SiteId } from '@setpoint/contract';
import type { SiteHead } from '../access/sites/site-head.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** A site as it is stored: the parts that a GET puts together. */
export interface StoredSite extends SiteHead {
  /** The texts of the set commands, in the catalogue's order. */
  readonly commands: readonly string[];
}

// One statement, so that the texts are those that the hash is of.
const siteById = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .leftJoin('set_command', 'set_command.site_id', 'site.site_id')
    .select(['site_name', 'site.version', 'state_hash', 'reported_at', 'disconnected_at', 'assets'])
    .select(['asset', 'type', 'text'])
    .where('site.site_id', '=', param('siteId')),
);

export async function readSite(tx: Tx, { siteId }: { siteId: SiteId }): Promise<StoredSite | undefined> {
  const rows = await tx.all(siteById, { siteId });
  const [row] = rows;
  return row === undefined ? undefined : { ...headFromRow(siteId, row), commands: commandTexts(rows) };
}

interface HeadRow {
  readonly site_name: string;
  readonly version: number;
  readonly state_hash: string;
  readonly reported_at: number | null;
  readonly disconnected_at: number | null;
  readonly assets: string | null;
}

export function headFromRow(siteId: SiteId, row: HeadRow): SiteHead {
  return {
    siteId,
    siteName: row.site_name,
    version: row.version,
    stateHash: row.state_hash,
    reportedAt: row.reported_at,
    disconnectedAt: row.disconnected_at,
    assets: row.assets,
  };
}

interface CommandRow {
  readonly asset: Asset | null;
  readonly type: CommandType | null;
  readonly text: string | null;
}

/** The texts of the commands among the rows of one site, in the order in which every answer lists them. */
export function commandTexts(rows: readonly CommandRow[]): string[] {
  const placed = rows.flatMap(({ asset, type, text }) =>
    asset === null || type === null || text === null ? [] : [{ ordinal: ordinalOf(pairName({ asset, type })), text }],
  );
  return placed.sort((one, other) => one.ordinal - other.ordinal).map(({ text }) => text);
}
