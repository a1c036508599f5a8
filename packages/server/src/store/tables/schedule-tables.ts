import type { Asset, CommandType } from '@setpoint/contract';
import { bigint, idIn, integer, or, orNull, text, textOf, table } from './table.ts';

export const scheduleTables = {
  /** One asset/type pair that is set: the very text that GET returns. */
  set_command: table(
    {
      site_id: idIn('site'),
      asset: textOf<Asset>(),
      type: textOf<CommandType>(),
      text: text,
      hash: text,
      version: bigint,
      /** The batch of that version: the log is large, and setting a schedule must not look into it. */
      batch_id: text,
      /** Which batch each entry was first set by, see `carryFirstSet`. */
      first_set: or(text, '[]'),
      /** Who set it last. */
      client_id: or(text, ''),
      /** The last hold of it that is over: from when, until when, and the version that released it. */
      held_at: orNull(bigint),
      released_at: orNull(bigint),
      released_version: orNull(bigint),
    },
    { key: ['site_id', 'asset', 'type'] },
  ),
  /** The batch that cleared a pair last; void once the pair was set again. */
  cleared_command: table(
    {
      site_id: idIn('site'),
      asset: textOf<Asset>(),
      type: textOf<CommandType>(),
      version: bigint,
      batch_id: text,
    },
    { key: ['site_id', 'asset', 'type'] },
  ),
  /** When a version was first reported as applied; those that were skipped have no row, the latest are in `site_state`. */
  applied_version: table(
    {
      site_id: idIn('site'),
      epoch: bigint,
      version: bigint,
      applied_at: bigint,
    },
    { key: ['site_id', 'epoch', 'version'] },
  ),
  idempotency: table(
    {
      client_id: text,
      key: text,
      site_id: idIn('site'),
      request_hash: text,
      batch_id: text,
      accepted: integer,
      version: bigint,
      created_at: bigint,
      /** How many ended entries a splice dropped; null for any other batch. */
      dropped: orNull(integer),
    },
    { key: ['client_id', 'key'], indexes: { idempotency_by_age: '(created_at)', idempotency_by_site: '(site_id)' } },
  ),
};
