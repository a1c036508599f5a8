import { bigint, idIn, integer, or, orNull, text, table } from './table.ts';

export const holdTables = {
  /** Stops what was asked for: on a site, on the members of a pool, on an asset, or everywhere what one client or anybody set. */
  hold: table(
    {
      hold_id: text,
      /** null for more than one site. */
      site_id: orNull(idIn('site')),
      asset: orNull(text),
      /** null for what anybody set. */
      client_id: orNull(text),
      reason: orNull(text),
      made_by: text,
      is_operators: integer,
      created_at: bigint,
      /** All sites up to this one have been looked at. */
      walked_to: or(text, ''),
      applied_at: orNull(bigint),
      released_by: orNull(text),
      released_at: orNull(bigint),
      /** The pool whose members it covers; null for any other. */
      pool_id: orNull(text),
    },
    {
      key: ['hold_id'],
      indexes: {
        hold_by_age: '(created_at, hold_id)',
        hold_by_release: '(released_at, applied_at)',
        hold_by_site: '(site_id)',
        hold_open_by_age: '(created_at, hold_id) WHERE released_at IS NULL',
        hold_open_by_maker: '(made_by) WHERE released_at IS NULL',
        hold_open_by_pool: '(pool_id) WHERE released_at IS NULL AND pool_id IS NOT NULL',
      },
    },
  ),
  /** A hold as it lies on one site: what is in force there, and from which version on. */
  site_hold: table(
    {
      hold_id: idIn('hold'),
      site_id: idIn('site'),
      asset: orNull(text),
      client_id: orNull(text),
      version: bigint,
      held_at: bigint,
    },
    { key: ['hold_id', 'site_id'], indexes: { site_hold_by_site: '(site_id)' } },
  ),
};
