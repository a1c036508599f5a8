import type { BatchId, SiteId } from '@setpoint/contract';
import type { Access } from '../access/access.ts';
import type { SiteRights } from '../access/sites/site-rights.ts';
import { actorOf } from '../identity/actor-of.ts';
import { nameless } from '../trail/nameless.ts';
import type { Caller } from '../identity/caller.ts';
import type { WriteQuota } from '../limits/write-quota.ts';
import { isClearing } from './history-bytes-of.ts';
import type { ApplySchedulesInput } from './apply-schedules.ts';
import { hashText } from './hash-state.ts';
import type { PortfolioItem } from './read-portfolio-body.ts';
import type { UntriedBatch } from './refusal-of.ts';

export interface UntriedSite {
  readonly kind: 'untried';
  readonly siteId: SiteId;
  readonly why: UntriedBatch;
}

/** What is to be written for a site, or why nothing is. */
export type PreparedSite = { readonly kind: 'ready'; readonly input: ApplySchedulesInput } | UntriedSite;

export interface Preparing {
  readonly access: Access;
  readonly history: Pick<WriteQuota, 'refusal'>;
  readonly now: () => number;
  readonly makeId: () => string;
}

export interface PortfolioCall {
  readonly caller: Caller;
  readonly parentId: BatchId;
  readonly items: readonly PortfolioItem[];
}

const SITES_PER_TURN = 50;

/** Decides, site by site, whether the caller may set its batch. */
export async function preparePortfolio(preparing: Preparing, call: PortfolioCall): Promise<PreparedSite[]> {
  const { caller, items } = call;
  const prepared: PreparedSite[] = [];
  for (let start = 0; start < items.length; start += SITES_PER_TURN) {
    await preparing.access.turn(caller);
    const some = items.slice(start, start + SITES_PER_TURN);
    const siteIds = some.map(({ siteId }) => siteId);
    const rights = await preparing.access.rights(caller, siteIds);
    for (const item of some) prepared.push(prepareSite(preparing, call, item, rights.get(item.siteId)));
  }
  return prepared;
}

/** `rights` are undefined when there is no such site. */
function prepareSite(
  { makeId, now, history }: Preparing,
  { caller, parentId }: PortfolioCall,
  { siteId, body, conditions }: PortfolioItem,
  rights: SiteRights | undefined,
): PreparedSite {
  const { clientId } = caller;
  const untried = (why: UntriedBatch): PreparedSite => ({ kind: 'untried', siteId, why });
  if (rights?.canRead !== true) return untried({ kind: 'site_missing' });
  if (!rights.canSchedule) return untried({ kind: 'no_access' });
  if (body.kind === 'misshapen') return untried(body);
  const { batch } = body;
  const refusal = history.refusal({ clientId, siteId }, isClearing(batch));
  if (refusal !== undefined) return untried({ kind: 'history_full', refusal });
  // What a splice leads to is known to the writer alone.
  const hashes =
    batch.splice === undefined
      ? { hashes: batch.commands.map(({ text }) => (text === null ? null : hashText(text))) }
      : {};
  const batchId = makeId() as BatchId;
  return {
    kind: 'ready',
    input: {
      siteId,
      clientId,
      actor: nameless(actorOf(caller)),
      batchId,
      parentId,
      now: now(),
      batch,
      ...hashes,
      ...conditions,
    },
  };
}
