import { bigint, idIn, orNull, text, table } from './table.ts';

export const acknowledgementTables = {
  /** A problem of a site that somebody takes care of. */
  acknowledgement: table(
    {
      site_id: idIn('site'),
      problem: text,
      note: orNull(text),
      made_by: text,
      created_at: bigint,
      ends_at: bigint,
    },
    { key: ['site_id', 'problem'], indexes: { acknowledgement_by_end: '(ends_at)' } },
  ),
};
