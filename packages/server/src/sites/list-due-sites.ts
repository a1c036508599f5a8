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

const firstNext = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('site').select('next_at as at').where('next_at', 'is not', null).orderBy('next_at').limit(1),
);

const firstJudging = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('site').select('judge_at as at').where('judge_at', 'is not', null).orderBy('judge_at').limit(1),
);

/** When the first site has something to tell of its entries. */
export async function firstDueAt(tx: Tx): Promise<number | undefined> {
  return (await tx.first(firstNext, {}))?.at ?? undefined;
}

/** When the first site has entries to judge. */
export async function firstJudgeAt(tx: Tx): Promise<number | undefined> {
  return (await tx.first(firstJudging, {}))?.at ?? undefined;
}

/** The sites with something to tell of their entries, which waited longest first. */
export async function listDueSites(tx: Tx, page: DueParams): Promise<SiteId[]> {
  return (await tx.all(dueByNext, page)).map((row) => row.site_id as SiteId);
}

/** The sites with entries to judge, which waited longest first. */
export async function listSitesToJudge(tx: Tx, page: DueParams): Promise<SiteId[]> {
  return (await tx.all(dueByJudging, page)).map((row) => row.site_id as SiteId);
}
