import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

const endOfPage = statement<{ after: string; others: number }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .where('site_id', '>', param('after'))
    .orderBy('site_id')
    .limit(1)
    .offset(param('others')),
);

const BEHIND_ALL = '\u{10ffff}';

/** The last of so many sites behind one, whatever they are like. */
interface PageEnd {
  /** Behind which the next page begins; undefined at the end. */
  readonly next: string | undefined;
  readonly upToSite: string;
}

/** Bounds a look at some sites: of those in the page none or all may be of interest. */
export async function findEndOfPage(tx: Tx, { after, sites }: { readonly after: string; readonly sites: number }) {
  const last = await tx.first(endOfPage, { after, others: sites - 1 });
  return { next: last?.site_id, upToSite: last?.site_id ?? BEHIND_ALL } satisfies PageEnd;
}
