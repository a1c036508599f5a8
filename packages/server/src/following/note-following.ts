import type { SiteId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** How an entry of a setpoint that has ended was followed. */
export interface JudgedEntry {
  readonly asset: string;
  readonly endAt: number;
  /** A JSON object, see `LatestFollowing`. */
  readonly text: string;
}

type JudgedParams = { siteId: string; asset: string; endAt: number; judged: string };

const putJudged = statement<JudgedParams>()(({ db, param }) =>
  db
    .insertInto('site_following')
    .values({ site_id: param('siteId'), asset: param('asset'), end_at: param('endAt'), judged: param('judged') })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'asset'])
        .doUpdateSet((eb) => ({ end_at: eb.ref('excluded.end_at'), judged: eb.ref('excluded.judged') }))
        // Who looked earlier may come later.
        .whereRef('site_following.end_at', '<=', 'excluded.end_at'),
    ),
);

/** Keeps of each asset the latest entry that was judged to its end. */
export async function noteFollowing(
  tx: Tx,
  { siteId, judged }: { readonly siteId: SiteId; readonly judged: readonly JudgedEntry[] },
): Promise<void> {
  for (const { asset, endAt, text } of judged) await tx.run(putJudged, { siteId, asset, endAt, judged: text });
}
