import type { Acknowledgement, ClientId, Problem } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { isVisible } from '../access/sites/is-visible.ts';
import { fields } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { actorFrom } from '../trail/actor-from.ts';

/** The last of a page; the next page begins behind it. */
export interface AcknowledgementPosition {
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
export async function listAcknowledgements(
  tx: Tx,
  { after, ...wanted }: AcknowledgementsWanted,
): Promise<Acknowledgement[]> {
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
