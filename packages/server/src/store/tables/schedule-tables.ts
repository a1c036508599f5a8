import type { Asset, CommandType } from '@setpoint/contract';
import type { Generated } from 'kysely';

export interface ScheduleTables {
  set_command: SetCommandTable;
  cleared_command: ClearedCommandTable;
  applied_version: AppliedVersionTable;
  idempotency: IdempotencyTable;
}

/** One asset/type pair that is set: the very text that GET returns. */
interface SetCommandTable {
  site_id: string;
  asset: Asset;
  type: CommandType;
  text: string;
  hash: string;
  version: number;
  /** The batch of that version: the log is large, and setting a schedule must not look into it. */
  batch_id: string;
  /** Which batch each entry was first set by, see `carryFirstSet`. */
  first_set: Generated<string>;
  /** Who set it last. */
  client_id: string;
  /** The last hold of it that is over: from when, until when, and the version that released it. */
  held_at: Generated<number | null>;
  released_at: Generated<number | null>;
  released_version: Generated<number | null>;
}

/** The batch that cleared a pair last; void once the pair was set again. */
interface ClearedCommandTable {
  site_id: string;
  asset: Asset;
  type: CommandType;
  version: number;
  batch_id: string;
}

/** When a version was first reported as applied; those that were skipped have no row, the latest are in `site_state`. */
interface AppliedVersionTable {
  site_id: string;
  epoch: number;
  version: number;
  applied_at: number;
}

interface IdempotencyTable {
  client_id: string;
  key: string;
  site_id: string;
  request_hash: string;
  batch_id: string;
  accepted: number;
  version: number;
  created_at: number;
  /** How many ended entries a splice dropped; null for any other batch. */
  dropped: Generated<number | null>;
}
