import { bigint, idIn, integer, or, orNull, text, table } from './table.ts';

export const siteTables = {
  site: table(
    {
      site_id: text,
      site_name: text,
      time_zone: text,
      notes: or(text, ''),
      /** How long its controller carries on when it is cut off; null for as long as entries last. */
      hold_seconds: orNull(bigint),
      created_at: bigint,
      /** Grows by one with each batch, when a hold begins or ends, and when `hold_seconds` changes. */
      version: bigint,
      state_hash: text,
      /** Up to when it is told what became of entries, and when something becomes of one next; null for never. */
      told_to: or(bigint, 0),
      next_at: or(orNull(bigint), 0),
      /** Up to when entries of setpoints are judged, and when one can be next. */
      judged_to: or(bigint, 0),
      judge_at: or(orNull(bigint), 0),
    },
    {
      key: ['site_id'],
      indexes: { site_by_name: '(site_name, site_id)', site_by_next: '(next_at)', site_by_judging: '(judge_at)' },
      isByKey: true,
    },
  ),
  /** What the controller reported last; no row before its first report, good or bad. */
  site_state: table(
    {
      site_id: idIn('site'),
      reported_at: orNull(bigint),
      disconnected_at: orNull(bigint),
      /** The Assets object as GET returns it. */
      assets: orNull(text),
      session: orNull(text),
      sequence: orNull(bigint),
      /** A JSON array, the latest first. */
      replaced_sessions: or(text, '[]'),
      /** The revision that the controller says it applied, whatever it means. */
      revision: orNull(text),
      /** A JSON array of what of that revision it cannot do. */
      rejected: or(text, '[]'),
      /** A JSON array of what of it is served in part, see `limitationsOf`; null for nothing. */
      limited: orNull(text),
      /** By how much its clock is behind this service's. */
      clock_offset_ms: orNull(bigint),
      /** What the controller took up beside the schedule, a JSON array; null for nothing. */
      takes: orNull(text),
      protocol_errors: or(bigint, 0),
      protocol_error: orNull(text),
      protocol_error_at: orNull(bigint),
      /** What the event log said last of the site: that it is online, or that it is not. */
      is_announced_online: or(integer, 0),
      /** What a plan follows from of the devices, without what changes all the time. */
      ratings: or(text, ''),
      /** Names the device tree without its numbers, and holds its numbers; empty and null where the tree is stored whole. */
      tree_shape: or(text, ''),
      tree_numbers: orNull(text),
      /** The means of the stretches that are not over, see `addMeasurements`; they are rows later. */
      means: orNull(text),
      /** When the latest versions were first applied, see `noteApplied`; the others have rows. */
      applied: or(text, '[]'),
      /** What is wrong with what the controller sends, see `troublesOf`; null for nothing. */
      troubles: orNull(text),
      /** What the next report is held against, and what the reports so far showed, see `watchReport`. */
      watched: orNull(text),
    },
    { key: ['site_id'] },
  ),
  /** The device tree reported last, see `joinTree`; apart from the state, which is read and written far more often. */
  device_tree: table(
    {
      site_id: idIn('site'),
      tree: text,
    },
    { key: ['site_id'] },
  ),
};
