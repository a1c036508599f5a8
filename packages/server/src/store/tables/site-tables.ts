import type { Generated } from 'kysely';

export interface SiteTables {
  site: SiteTable;
  site_state: SiteStateTable;
  device_tree: DeviceTreeTable;
}

interface SiteTable {
  site_id: string;
  site_name: string;
  time_zone: string;
  notes: Generated<string>;
  /** How long its controller carries on when it is cut off; null for as long as entries last. */
  hold_seconds: Generated<number | null>;
  created_at: number;
  /** Grows by one with each batch, when a hold begins or ends, and when `hold_seconds` changes. */
  version: number;
  state_hash: string;
  /** Up to when it is told what became of entries, and when something becomes of one next; null for never. */
  told_to: Generated<number>;
  next_at: number | null;
  /** Up to when entries of setpoints are judged, and when one can be next. */
  judged_to: Generated<number>;
  judge_at: number | null;
}

/** What the controller reported last; no row before its first report, good or bad. */
interface SiteStateTable {
  site_id: string;
  reported_at: number | null;
  disconnected_at: number | null;
  /** The Assets object as GET returns it. */
  assets: string | null;
  session: string | null;
  sequence: number | null;
  /** A JSON array, the latest first. */
  replaced_sessions: Generated<string>;
  /** The revision that the controller says it applied, whatever it means. */
  revision: string | null;
  /** A JSON array of what of that revision it cannot do. */
  rejected: Generated<string>;
  /** A JSON array of what of it is served in part, see `limitationsOf`; null for nothing. */
  limited: Generated<string | null>;
  /** By how much its clock is behind this service's. */
  clock_offset_ms: number | null;
  /** What the controller took up beside the schedule, a JSON array; null for nothing. */
  takes: Generated<string | null>;
  protocol_errors: Generated<number>;
  protocol_error: string | null;
  protocol_error_at: number | null;
  /** What the event log said last of the site: that it is online, or that it is not. */
  is_announced_online: Generated<number>;
  /** What a plan follows from of the devices, without what changes all the time. */
  ratings: Generated<string>;
  /** Names the device tree without its numbers, and holds its numbers; empty and null where the tree is stored whole. */
  tree_shape: Generated<string>;
  tree_numbers: Generated<string | null>;
  /** The means of the stretches that are not over, see `addMeasurements`; they are rows later. */
  means: Generated<string | null>;
  /** When the latest versions were first applied, see `noteApplied`; the others have rows. */
  applied: Generated<string>;
  /** What is wrong with what the controller sends, see `troublesOf`; null for nothing. */
  troubles: Generated<string | null>;
  /** The limits and setpoints that the next report is held against, and what the reports so far showed, see `watchSite`. */
  watched: Generated<string | null>;
  /** What the reports so far showed of powers, see `watchPowers`. */
  watched_powers: Generated<string | null>;
}

/** The device tree reported last, see `joinTree`; apart from the state, which is read and written far more often. */
interface DeviceTreeTable {
  site_id: string;
  tree: string;
}
