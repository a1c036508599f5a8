import type { SiteId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

type DueParams = { upTo: number; limit: number };

const dueByNext = statement<DueParams>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .where('next_at', '<=', param('upTo'))
    .orderBy('next_at')
    .limit(param('limit')),
);

const dueByJudging = statement<DueParams>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .where('judge_at', '<=', param('upTo'))
    .orderBy('judge_at')
    .limit(param('limit')),
);

/** The sites with something to tell of their entries, which waited longest first. */
export async function listDueSites(tx: Tx, page: DueParams): Promise<SiteId[]> {
  return (await tx.all(dueByNext, page)).map((row) => row.site_id as SiteId);
}

/** The sites with entries to judge, which waited longest first. */
export async function listSitesToJudge(tx: Tx, page: DueParams): Promise<SiteId[]> {
  return (await tx.all(dueByJudging, page)).map((row) => row.site_id as SiteId);
}
