import type { Generated } from 'kysely';
import type { StoredId } from './stored-id.ts';
import type { StoredText } from '../values/stored-text.ts';

export interface HistoryTables {
  batch: BatchTable;
  /** PostgreSQL alone: what has no partition of its own. */
  batch_other: BatchTable;
  kept_state: KeptStateTable;
}

interface BatchTable {
  batch_id: StoredId;
  site_id: StoredId;
  epoch: number;
  version: number;
  client_id: StoredId;
  accepted_at: number;
  accepted: number;
  /** A JSON array of the commands as they were changed; an empty one cleared its pair. */
  commands: StoredText;
  state_hash: string;
  /** The call that set many sites, if it was one. */
  parent_id: Generated<StoredId | null>;
}

/** All that was set after some version: from the one before it, any version is a few batches away. */
interface KeptStateTable {
  site_id: string;
  epoch: number;
  version: number;
  accepted_at: number;
  /** Whether the batches up to this version were deleted: nothing before it is known. */
  is_first: number;
  /** A JSON array of the set commands as GET returns them. */
  commands: StoredText;
}
