import { bigint, idIn, text, table } from './table.ts';

export const planTables = {
  /** Which issues the plan of a site had, when it was looked at last, and of what. */
  plan_mark: table(
    {
      site_id: idIn('site'),
      looked_at: bigint,
      version: bigint,
      /** When to look again though nothing else changed. */
      again_at: bigint,
      ratings: text,
      /** A JSON array, see `issuesOf`. */
      issues: text,
    },
    { key: ['site_id'] },
  ),
};
