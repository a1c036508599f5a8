import type { Generated } from 'kysely';

export interface HoldTables {
  hold: HoldTable;
  site_hold: SiteHoldTable;
}

/** Stops what was asked for: on a site, on the members of a pool, on an asset, or everywhere what one client or anybody set. */
interface HoldTable {
  hold_id: string;
  /** null for more than one site. */
  site_id: string | null;
  asset: string | null;
  /** null for what anybody set. */
  client_id: string | null;
  reason: string | null;
  made_by: string;
  is_operators: number;
  created_at: number;
  /** All sites up to this one have been looked at. */
  walked_to: Generated<string>;
  applied_at: number | null;
  released_by: Generated<string | null>;
  released_at: Generated<number | null>;
  /** The pool whose members it covers; null for any other. */
  pool_id: Generated<string | null>;
}

/** A hold as it lies on one site: what is in force there, and from which version on. */
interface SiteHoldTable {
  hold_id: string;
  site_id: string;
  asset: string | null;
  client_id: string | null;
  version: number;
  held_at: number;
}
