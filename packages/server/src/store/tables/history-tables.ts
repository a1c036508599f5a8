import type { StoredId } from './stored-id.ts';
import type { StoredText } from '../values/stored-text.ts';
import { bigint, idIn, idOf, integer, orNull, text, textOf, table } from './table.ts';

// Most batches have no parent, and cost nothing here.
const BY_PARENT = '(parent_id) WHERE parent_id IS NOT NULL';

export const historyTables = {
  /** Who removes a site removes its batches: a foreign key would look for the site at each batch. */
  batch: table(
    {
      batch_id: idOf<StoredId>(),
      site_id: idOf<StoredId>(),
      epoch: bigint,
      version: bigint,
      client_id: idOf<StoredId>(),
      accepted_at: bigint,
      accepted: integer,
      /** A JSON array of the commands as they were changed; an empty one cleared its pair. */
      commands: textOf<StoredText>(),
      state_hash: text,
      /** The call that set many sites, if it was one. */
      parent_id: orNull(idOf<StoredId>()),
    },
    (dialect) =>
      dialect === 'sqlite'
        ? { key: ['batch_id'], unique: [['site_id', 'epoch', 'version']], indexes: { batch_by_parent: BY_PARENT } }
        : {
            key: ['batch_id', 'accepted_at'],
            partitionedBy: 'accepted_at',
            indexes: { batch_by_site: '(site_id, epoch, version)', batch_by_parent: BY_PARENT },
          },
  ),
  /** All that was set after some version: from the one before it, any version is a few batches away. */
  kept_state: table(
    {
      site_id: idIn('site'),
      epoch: bigint,
      version: bigint,
      accepted_at: bigint,
      /** Whether the batches up to this version were deleted: nothing before it is known. */
      is_first: integer,
      /** A JSON array of the set commands as GET returns them. */
      commands: textOf<StoredText>(),
    },
    { key: ['site_id', 'epoch', 'version'], indexes: { kept_state_first: '(site_id) WHERE is_first = 1' } },
  ),
};
