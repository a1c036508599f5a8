export interface FollowingTables {
  measurement: MeasurementTable;
  /** PostgreSQL alone: what has no partition of its own. */
  measurement_other: MeasurementTable;
  site_following: SiteFollowingTable;
}

/** The means of one site over one stretch of 1 or 15 minutes. */
interface MeasurementTable {
  site_id: string;
  minutes: number;
  slot_at: number;
  /** A JSON object by asset, see `addToMeans`. */
  means: string;
}

/** The latest entry of each setpoint and limit that was judged to its end. */
interface SiteFollowingTable {
  site_id: string;
  /** The asset of the setpoint, or the pair of the limit. */
  asset: string;
  end_at: number;
  /** A JSON object, see `LatestFollowing`. */
  judged: string;
  /** See `DeviatingRun`; null if it follows, or only nodes of a version before wrote it. */
  deviating_since: number | null;
  deviating_until: number | null;
}
