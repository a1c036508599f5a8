import type { ClientId } from '@setpoint/contract';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

/** Whom a link signs in. */
export interface FoundLink {
  readonly clientId: ClientId;
  readonly clientName: string;
  /** When the secret ends by itself that it was made with. */
  readonly secretEndsAt: number;
}

const linkByHash = statement<{ linkHash: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('sign_in_link')
    .innerJoin('client', 'client.client_id', 'sign_in_link.client_id')
    .leftJoin('client_secret', (join) =>
      join
        .onRef('client_secret.client_id', '=', 'sign_in_link.client_id')
        .onRef('client_secret.generation', '=', 'sign_in_link.generation'),
    )
    .select(['client.client_id', 'client_name', 'good_from', 'sign_in_link.generation', 'ends_at'])
    .where('link_hash', '=', param('linkHash'))
    .where('expires_at', '>', param('now'))
    .where('is_enabled', '=', 1),
);

/** Looks at a link without spending it; undefined when it lets nobody in. */
export async function findSignInLink(
  tx: Tx,
  input: { readonly linkHash: string; readonly now: number },
): Promise<FoundLink | undefined> {
  const row = await tx.first(linkByHash, input);
  if (row === undefined || row.generation < row.good_from) return undefined;
  return { clientId: row.client_id as ClientId, clientName: row.client_name, secretEndsAt: row.ends_at ?? NEVER };
}
