import { instantText } from '@setpoint/core';
import { sql } from 'kysely';
import { fields } from '../../store/fields.ts';
import { inForce } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { MOST_SUBJECTS } from '../../webhooks/alert-text.ts';
import type { FiringSubject } from '../firing-subject.ts';
import { isNamed, type OfSites } from '../is-named.ts';

type Asked = OfSites & { endsBefore: number };

const endingKeys = statement<Asked>()((building) =>
  building.db
    .selectFrom('controller_key')
    .innerJoin('site', 'site.site_id', 'controller_key.site_id')
    .select(fields('keyId', 'siteName', 'endsAt'))
    .where(isNamed(building, 'site.site_id'))
    .where(inForce(building.dialect, 'ends_at'))
    .where('ends_at', '<=', building.param('endsBefore'))
    .orderBy('key_id')
    .limit(MOST_SUBJECTS),
);

const endingSecrets = statement<{ endsBefore: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('client_secret')
    .innerJoin('client', 'client.client_id', 'client_secret.client_id')
    .select(fields('client.clientId', 'client_secret.generation', 'clientName', 'endsAt'))
    .where(inForce(dialect, 'ends_at'))
    .where('ends_at', '<=', param('endsBefore'))
    .orderBy('client.client_id')
    .limit(MOST_SUBJECTS),
);

// Of a rule about a pool, those on the pool; of one about a site, those on that site itself.
const endingGrants = statement<Asked>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .innerJoin('client', 'client.client_id', 'site_grant.client_id')
    .leftJoin('site', 'site.site_id', 'site_grant.site_id')
    .select([
      'client.client_id as clientId',
      'client_name as clientName',
      'site_grant.site_id as ofId',
      'site_name as ofName',
      'role',
      'ends_at as endsAt',
    ])
    .where(
      sql<boolean>`${param('poolId')} = '' and (${param('siteId')} = '' or site_grant.site_id = ${param('siteId')})`,
    )
    .where(inForce(dialect, 'ends_at'))
    .where('ends_at', '<=', param('endsBefore'))
    .orderBy('client.client_id')
    .orderBy('site_grant.site_id')
    .limit(MOST_SUBJECTS),
);

const endingPoolGrants = statement<Asked>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_grant')
    .innerJoin('client', 'client.client_id', 'pool_grant.client_id')
    .innerJoin('pool', 'pool.pool_id', 'pool_grant.pool_id')
    .select([
      'client.client_id as clientId',
      'client_name as clientName',
      'pool_grant.pool_id as ofId',
      'pool_name as ofName',
      'role',
      'ends_at as endsAt',
    ])
    .where(
      sql<boolean>`${param('siteId')} = '' and (${param('poolId')} = '' or pool_grant.pool_id = ${param('poolId')})`,
    )
    .where('pool.removed_at', 'is', null)
    .where(inForce(dialect, 'ends_at'))
    .where('ends_at', '<=', param('endsBefore'))
    .orderBy('client.client_id')
    .orderBy('pool_grant.pool_id')
    .limit(MOST_SUBJECTS),
);

export interface FindEndingInput extends OfSites {
  readonly leadMs: number;
  readonly certificateEndsAt: number | undefined;
}

interface Ending {
  readonly id: string;
  readonly name: string;
  readonly endsAt: number;
}

/** Keys, secrets, grants and the certificate that end soon; of the certificate also that it has ended. */
export async function findEnding(tx: Tx, input: FindEndingInput): Promise<FiringSubject[]> {
  const { leadMs, certificateEndsAt, siteId, poolId, now } = input;
  const asked = { siteId, poolId, now, endsBefore: now + leadMs };
  const isOfAll = siteId === '' && poolId === '';
  const found: Ending[] = [
    ...(await tx.all(endingKeys, asked)).map(({ keyId, siteName, endsAt }) => ({
      id: keyId,
      name: `the controller key of ${siteName}`,
      endsAt,
    })),
    ...(await tx.all(endingGrants, asked)).map(grantEnding),
    ...(await tx.all(endingPoolGrants, asked)).map(grantEnding),
    ...(isOfAll ? await secretsEnding(tx, asked.endsBefore) : []),
  ];
  if (isOfAll && certificateEndsAt !== undefined && certificateEndsAt <= asked.endsBefore) {
    found.push({ id: 'certificate', name: 'the TLS certificate of the service', endsAt: certificateEndsAt });
  }
  return found
    .map(({ id, name, endsAt }) => ({
      // Something that ends at another time is another subject: the old end is over.
      subjectId: `${id}/${Math.floor(endsAt / 1_000)}`,
      subjectName: `${name} (until ${instantText(endsAt).slice(0, 16).replace('T', ' ')} UTC)`,
      since: endsAt - leadMs,
    }))
    .toSorted((one, other) => (one.subjectId < other.subjectId ? -1 : 1))
    .slice(0, MOST_SUBJECTS);
}

async function secretsEnding(tx: Tx, endsBefore: number): Promise<Ending[]> {
  return (await tx.all(endingSecrets, { endsBefore })).map(({ clientId, generation, clientName, endsAt }) => ({
    id: `${clientId}/${generation}`,
    name: `a secret of ${clientName}`,
    endsAt,
  }));
}

interface GrantRow {
  readonly clientId: string;
  readonly clientName: string;
  readonly ofId: string;
  readonly ofName: string | null;
  readonly role: string | null;
  readonly endsAt: number;
}

function grantEnding({ clientId, clientName, ofId, ofName, role, endsAt }: GrantRow): Ending {
  const what = role === null ? 'the grant' : `the role ${role}`;
  return { id: `${clientId}/${ofId}`, name: `${what} of ${clientName} on ${ofName ?? 'all sites'}`, endsAt };
}
