import { bigint, idIn, integer, orNull, text, table } from './table.ts';

export const followingTables = {
  /** The means of one site over one stretch of 1 or 15 minutes. */
  measurement: table(
    {
      site_id: idIn('site'),
      minutes: integer,
      slot_at: bigint,
      /** A JSON object by asset, see `addToMeans`. */
      means: text,
    },
    (dialect) => {
      const key = ['site_id', 'minutes', 'slot_at'] as const;
      return dialect === 'sqlite'
        ? { key, indexes: { measurement_by_age: '(minutes, slot_at)' } }
        : { key, partitionedBy: 'minutes, slot_at' };
    },
  ),
  /** The latest entry of each setpoint and limit that was judged to its end. */
  site_following: table(
    {
      site_id: idIn('site'),
      /** The asset of the setpoint, or the pair of the limit. */
      asset: text,
      end_at: bigint,
      /** A JSON object, see `LatestFollowing`. */
      judged: text,
      /** See `DeviatingRun`; null if it follows. */
      deviating_since: orNull(bigint),
      deviating_until: orNull(bigint),
    },
    { key: ['site_id', 'asset'] },
  ),
};
