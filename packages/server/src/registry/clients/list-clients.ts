import type { ClientId, Grant, Scope, SubjectMapping } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { type Fields, fields, readBy } from '../../store/fields.ts';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { scopesFromText } from '../../identity/find-client.ts';
import { ALL_SITES } from '../../access/grants/put-grant.ts';

/** The last client of a page; the next page begins behind it. */
export interface ClientPosition {
  readonly clientName: string;
  readonly clientId: string;
}

/** A client as it is registered; never its secrets. */
export interface StoredClient {
  readonly clientId: ClientId;
  readonly clientName: string;
  readonly isEnabled: boolean;
  readonly scopes: readonly Scope[];
  readonly grants: readonly Grant[];
  readonly subjects: readonly SubjectMapping[];
  readonly createdAt: number;
}

const CLIENT = fields('clientId', 'clientName', 'scopes', 'isEnabled', 'createdAt');

const pageOfClients = statement<{ clientName: string; clientId: string; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('client')
    .select(CLIENT)
    .where('kind', '=', 'client')
    .where((eb) => eb(eb.refTuple('client_name', 'client_id'), '>', eb.tuple(param('clientName'), param('clientId'))))
    .orderBy('client_name')
    .orderBy('client_id')
    .limit(param('limit')),
);

const clientById = statement<{ clientId: string }>()(({ db, param }) =>
  db.selectFrom('client').select(CLIENT).where('client_id', '=', param('clientId')).where('kind', '=', 'client'),
);

const grantsOfClient = readBy('site_grant', { key: ['clientId'], until: 'endsAt', by: ['siteId'] }, [
  'siteId',
  'canSchedule',
  'endsAt',
]);

const poolGrantsOfClient = readBy('pool_grant', { key: ['clientId'], until: 'endsAt', by: ['poolId'] }, [
  'poolId',
  'canSchedule',
  'endsAt',
]);

const subjectsOfClient = readBy('client_subject', { key: ['clientId'], by: ['issuer', 'subject'] }, [
  'issuer',
  'subject',
]);

/** The registered clients in the order of their names, from one position on; an empty page is the end. */
export async function listClients(
  tx: Tx,
  { after, limit }: { after: ClientPosition; limit: number },
): Promise<StoredClient[]> {
  const rows = await tx.all(pageOfClients, { ...after, limit });
  const clients: StoredClient[] = [];
  for (const row of rows) clients.push(await storedFromRow(tx, row));
  return clients;
}

export async function readClient(tx: Tx, { clientId }: { clientId: ClientId }): Promise<StoredClient | undefined> {
  const row = await tx.first(clientById, { clientId });
  return row === undefined ? undefined : storedFromRow(tx, row);
}

type ClientRow = Pick<Fields<'client'>, 'clientId' | 'clientName' | 'scopes' | 'isEnabled' | 'createdAt'>;

async function storedFromRow(tx: Tx, row: ClientRow): Promise<StoredClient> {
  const clientId = row.clientId as ClientId;
  const grants = await tx.all(grantsOfClient, { clientId });
  const poolGrants = await tx.all(poolGrantsOfClient, { clientId });
  return {
    ...row,
    clientId,
    isEnabled: row.isEnabled === 1,
    scopes: scopesFromText(row.scopes),
    grants: [...grants.map(grantFromRow), ...poolGrants.map(grantOfPoolFromRow)],
    subjects: await tx.all(subjectsOfClient, { clientId }),
  };
}

type GrantRow = Pick<Fields<'site_grant'>, 'canSchedule' | 'endsAt'>;

function grantFromRow({ siteId, ...row }: GrantRow & { readonly siteId: string }): Grant {
  return grantTo(siteId === ALL_SITES ? { allSites: true } : { siteId }, row);
}

function grantOfPoolFromRow({ poolId, ...row }: GrantRow & { readonly poolId: string }): Grant {
  return grantTo({ poolId }, row);
}

function grantTo(what: Omit<Grant, 'can' | 'endsAt'>, { canSchedule, endsAt }: GrantRow): Grant {
  const can = canSchedule === 1 ? 'schedule' : 'read';
  return { ...what, can, ...(endsAt === NEVER ? {} : { endsAt: instantText(endsAt) }) };
}
