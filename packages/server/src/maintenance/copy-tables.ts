import { findPair, parseUuid } from '@setpoint/contract';
import { type Hashes, hashState, hashText } from '../schedules/hash-state.ts';
import { listTables, MaintenanceError, type Row, type Table, type Tables } from './tables.ts';

export interface Progress {
  readonly table: string;
  readonly rows: number;
}

export interface CopyCounts {
  readonly sites: number;
  readonly batches: number;
  readonly rows: number;
}

/** Copies all tables into a store without any content, and checks there, site by site, that it all arrived. */
export async function copyTables(from: Tables, to: Tables, onProgress: (done: Progress) => void): Promise<CopyCounts> {
  const tables = listTables();
  await refuseContent(to, tables);
  for (const { name } of tables.filter(({ isSeeded }) => isSeeded)) await to.query(`DELETE FROM ${name}`);
  const counts = new Map<string, number>();
  for (const table of tables) {
    let rows = 0;
    for await (const some of from.rows(table)) {
      if (some.length > 0) await to.insert(table, some);
      rows += some.length;
      onProgress({ table: table.name, rows });
    }
    counts.set(table.name, rows);
  }
  for (const [table, rows] of counts) {
    const found = await countIn(to, table);
    if (found !== rows) throw new MaintenanceError(`${table} has ${found} rows instead of ${rows}`);
  }
  const sites = await verifySites(to);
  const all = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  return { sites, batches: counts.get('batch') ?? 0, rows: all };
}

export async function countIn(tables: Tables, table: string): Promise<number> {
  const [row] = await tables.query(`SELECT count(*) AS count FROM ${table}`);
  return Number(row?.['count']);
}

async function refuseContent(to: Tables, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter(({ isSeeded }) => !isSeeded)) {
    const [row] = await to.query(`SELECT 1 AS found FROM ${name} LIMIT 1`);
    if (row !== undefined) throw new MaintenanceError(`the target is not empty: ${name} has rows`);
  }
}

const SITES_AT_ONCE = 100;

/** Compares the hash of each site with the texts that it is of; resolves with how many there were. */
export async function verifySites(tables: Tables): Promise<number> {
  let after = '';
  let verified = 0;
  for (;;) {
    const rows = await tables.query(`SELECT page.site_id, state_hash, asset, type, text, hash
      FROM (SELECT site_id, state_hash FROM site WHERE site_id > '${after}' ORDER BY site_id LIMIT ${SITES_AT_ONCE}) page
      LEFT JOIN set_command ON set_command.site_id = page.site_id ORDER BY page.site_id`);
    const bySite = Map.groupBy(rows, (row) => String(row['site_id']));
    for (const [siteId, commands] of bySite) verifySite(siteId, commands);
    verified += bySite.size;
    if (bySite.size < SITES_AT_ONCE) return verified;
    after = [...bySite.keys()].at(-1) ?? after;
  }
}

function verifySite(siteId: string, rows: readonly Row[]): void {
  // What comes from a backup goes into SQL for the next page.
  if (parseUuid(siteId) !== siteId) throw new MaintenanceError(`${JSON.stringify(siteId)} is not the id of a site`);
  const hashes: Hashes = new Map();
  for (const { asset, type, text, hash } of rows) {
    if (typeof text !== 'string' || typeof hash !== 'string') continue;
    if (hashText(text) !== hash) throw new MaintenanceError(`site ${siteId}: ${asset}/${type} is not what was set`);
    const found = findPair(`${asset}/${type}`);
    if (found !== undefined) hashes.set(found.pair, hash);
  }
  if (hashState(hashes) !== rows[0]?.['state_hash']) {
    throw new MaintenanceError(`site ${siteId}: what is set differs from what its last batch led to`);
  }
}
