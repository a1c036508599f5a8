import type { SiteId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { type DeviatingRun, deviatingRun, type Judgement } from './deviating-run.ts';

/** The entry of a setpoint or a limit that ended last. */
export interface JudgedEntry {
  /** The asset of the setpoint, or the pair of the limit. */
  readonly asset: string;
  readonly endAt: number;
  /** A JSON object, see `LatestFollowing`. */
  readonly text: string;
  /** How it and those since the last time were followed, in their order. */
  readonly judgements: readonly Judgement[];
}

type JudgedParams = {
  siteId: string;
  asset: string;
  endAt: number;
  judged: string;
  since: number | null;
  until: number | null;
};

const judgedOf = statement<{ siteId: string; asset: string }>()(({ db, param }) =>
  db
    .selectFrom('site_following')
    .select(['judged', 'deviating_since as since', 'deviating_until as until'])
    .where('site_id', '=', param('siteId'))
    .where('asset', '=', param('asset')),
);

const putJudged = statement<JudgedParams>()(({ db, param }) =>
  db
    .insertInto('site_following')
    .values({
      site_id: param('siteId'),
      asset: param('asset'),
      end_at: param('endAt'),
      judged: param('judged'),
      deviating_since: param('since'),
      deviating_until: param('until'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'asset'])
        .doUpdateSet((eb) => ({
          end_at: eb.ref('excluded.end_at'),
          judged: eb.ref('excluded.judged'),
          deviating_since: eb.ref('excluded.deviating_since'),
          deviating_until: eb.ref('excluded.deviating_until'),
        }))
        // Who looked earlier may come later.
        .whereRef('site_following.end_at', '<=', 'excluded.end_at'),
    ),
);

/** What tells in `judged` that an entry was followed. */
export const FOLLOWED = '"state":"followed"';

/** Keeps of each setpoint and limit the latest entry that was judged to its end, and since when it deviates. */
export async function noteFollowing(
  tx: Tx,
  { siteId, judged }: { readonly siteId: SiteId; readonly judged: readonly JudgedEntry[] },
): Promise<void> {
  for (const { asset, endAt, text, judgements } of judged) {
    const run = deviatingRun(await runBefore(tx, { siteId, asset }), judgements);
    const [since, until] = [run?.since ?? null, run?.until ?? null];
    await tx.run(putJudged, { siteId, asset, endAt, judged: text, since, until });
  }
}

async function runBefore(tx: Tx, of: { siteId: SiteId; asset: string }): Promise<DeviatingRun | undefined> {
  const row = await tx.first(judgedOf, of);
  // A node of the version before leaves the run as it was.
  if (row === undefined || row.judged.includes(FOLLOWED)) return undefined;
  const { since, until } = row;
  return since === null || until === null ? undefined : { since, until };
}
