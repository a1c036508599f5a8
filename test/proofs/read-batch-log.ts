import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fromStoredText, type StoredText } from '@setpoint/server/testing/rooms/store';
import type { Command } from '../model/is-schedule-request.ts';

export interface LoggedBatch {
  readonly batchId: string;
  readonly version: number;
  readonly accepted: number;
  /** The texts of the changed pairs; an empty one cleared its pair. */
  readonly commands: readonly Command[];
  readonly stateHash: string;
}

export interface LoggedSite {
  readonly siteId: string;
  readonly version: number;
  readonly stateHash: string;
  readonly set: readonly Command[];
  readonly batches: readonly LoggedBatch[];
}

/** What the file holds, read past the service; call it when no service runs on it. */
export function readBatchLog(dataDir: string): readonly LoggedSite[] {
  const db = new DatabaseSync(join(dataDir, 'setpoint.sqlite'));
  try {
    const [check] = rows<{ integrity_check: string }>(db, 'PRAGMA integrity_check');
    if (check?.integrity_check !== 'ok') throw new Error(`the file is broken: ${check?.integrity_check}`);
    const sites = rows<{ site_id: string; version: number; state_hash: string }>(db, 'SELECT * FROM site');
    return sites.map(({ site_id: siteId, version, state_hash: stateHash }) => ({
      siteId,
      version,
      stateHash,
      set: rows<{ text: string }>(db, 'SELECT text FROM set_command WHERE site_id = ?', siteId).map(commandFromRow),
      batches: rows<BatchRow>(db, BATCHES, siteId).map(batchFromRow),
    }));
  } finally {
    db.close();
  }
}

const BATCHES = `SELECT lower(hex(batch_id)) AS batch_id, version, accepted, commands, state_hash
  FROM batch WHERE hex(site_id) = upper(replace(?, '-', '')) ORDER BY version`;

interface BatchRow {
  readonly batch_id: string;
  readonly version: number;
  readonly accepted: number;
  readonly commands: StoredText;
  readonly state_hash: string;
}

// Written out a second time on purpose: the proof must not rest on the code it proves.
function rows<Row>(db: DatabaseSync, sql: string, ...params: string[]): Row[] {
  return db.prepare(sql).all(...params) as Row[];
}

function commandFromRow({ text }: { text: string }): Command {
  return JSON.parse(text) as Command;
}

function batchFromRow({
  batch_id: batchId,
  version,
  accepted,
  commands,
  state_hash: stateHash,
}: BatchRow): LoggedBatch {
  const id = batchId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { batchId: id, version, accepted, commands: JSON.parse(fromStoredText(commands)) as Command[], stateHash };
}
