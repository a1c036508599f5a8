import {
  type Acknowledgement,
  AppError,
  type ClientId,
  MOST_ACKNOWLEDGED_DAYS,
  type Problem,
  type SiteId,
} from '@setpoint/contract';
import { instantText, parseInstant } from '@setpoint/core';
import type { Access } from '../access/access.ts';
import { noAccess } from '../access/refusals.ts';
import type { CursorShape } from '../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import { type Caller, isOperator } from '../identity/caller.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { acknowledgeProblem } from './acknowledge-problem.ts';
import { isVisible } from '../access/sites/is-visible.ts';
import { fields } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { actorFrom } from '../trail/actor-from.ts';

/** The last of a page; the next page begins behind it. */
interface AcknowledgementPosition {
  readonly siteId: string;
  readonly problem: string;
}

interface AcknowledgementsWanted {
  readonly clientId: ClientId;
  readonly now: number;
  readonly after: AcknowledgementPosition;
  readonly limit: number;
}

const page = statement<{ clientId: string; now: number; siteId: string; problem: string; limit: number }>()(
  ({ db, dialect, param }) =>
    db
      .selectFrom('acknowledgement')
      .leftJoin('client', 'client.client_id', 'acknowledgement.made_by')
      .select(fields('acknowledgement.siteId', 'problem', 'note', 'madeBy', 'acknowledgement.createdAt', 'endsAt'))
      .select(fields('client.clientName', 'client.kind'))
      .where((eb) =>
        eb(eb.refTuple('acknowledgement.site_id', 'problem'), '>', eb.tuple(param('siteId'), param('problem'))),
      )
      .where('ends_at', '>', param('now'))
      .where(isVisible(dialect, 'acknowledgement.site_id', param('clientId')))
      .orderBy('acknowledgement.site_id')
      .orderBy('problem')
      .limit(param('limit')),
);

/** The acknowledgements in force on the sites that a client can see. */
async function listAcknowledgements(tx: Tx, { after, ...wanted }: AcknowledgementsWanted): Promise<Acknowledgement[]> {
  const rows = await tx.all(page, { ...wanted, ...after });
  return rows.map(({ problem, madeBy, clientName, kind, createdAt, endsAt, ...rest }) => ({
    ...rest,
    // As the interface let it in.
    problem: problem as Problem,
    actor: actorFrom({ id: madeBy, name: clientName, kind }),
    createdAt: instantText(createdAt),
    until: instantText(endsAt),
  }));
}

export interface AcknowledgementRoutes extends StoreAndClock {
  readonly access: Access;
}

const LONGEST_MS = MOST_ACKNOWLEDGED_DAYS * 86_400_000;
const BY_SITE: CursorShape<AcknowledgementPosition> = {
  start: { siteId: '', problem: '' },
  partsOf: ({ siteId, problem }) => [siteId, problem],
  positionOf: ([siteId, problem, ...rest]) =>
    siteId === undefined || problem === undefined || rest.length > 0 ? undefined : { siteId, problem },
};

/** The problems of sites that somebody takes care of. */
export function acknowledgementRoutes(serve: Serve, { store, now, access }: AcknowledgementRoutes): void {
  serve('listAcknowledgements', async ({ caller: { clientId }, query }) => {
    const wanted = readPage(query, BY_SITE);
    const { after, limit } = wanted;
    const found = await store.read(listAcknowledgements, { clientId, now: now(), after, limit: limit + 1 });
    const { items, nextCursor } = cutPage(found, wanted, (one) => one);
    return { acknowledgements: items, nextCursor };
  });

  serve('acknowledgeProblem', async ({ caller, body: { siteIds: named, problem, until, note = null }, by }) => {
    const at = now();
    const endsAt = until === null ? null : endOrThrow(until, at);
    const siteIds = await access.sites(caller, named);
    if (!isOperator(caller)) await schedulableOrThrow(access, caller, siteIds);
    await store.write(acknowledgeProblem, { siteIds, problem, note, madeBy: caller.clientId, now: at, endsAt, by });
  });
}

async function schedulableOrThrow(access: Access, caller: Caller, siteIds: readonly SiteId[]): Promise<void> {
  const rights = await access.rights(caller, siteIds);
  if (siteIds.some((siteId) => rights.get(siteId)?.canSchedule !== true)) throw noAccess(caller);
}

function endOrThrow(text: string, now: number): number {
  const endsAt = parseInstant(text);
  if (endsAt === undefined) throw new AppError('bad_request', 'until: must be an RFC 3339 date-time with an offset');
  if (endsAt <= now) throw new AppError('bad_request', 'until: is in the past');
  if (endsAt > now + LONGEST_MS) {
    throw new AppError('bad_request', `until: is more than ${MOST_ACKNOWLEDGED_DAYS} days ahead`);
  }
  return endsAt;
}
