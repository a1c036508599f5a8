import { instantText } from '@setpoint/core';
import { AppError, Grant, PATHS, SubjectMapping } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { ALL_SITES } from '../access/put-grant.ts';
import type { Access } from '../access/access.ts';
import type { Store } from '../store/store.ts';
import { noSuch } from '../http/no-such.ts';
import { readEnd } from '../http/read-end.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { readJson } from '../http/read-json.ts';
import { readQuery } from '../http/read-query.ts';
import { clientIdOrThrow } from './client-registry-routes.ts';
import { type Granted, grantedTo } from '../access/granted-to.ts';
import { mapSubject } from './map-subject.ts';
import { putAnyGrant } from './put-any-grant.ts';
import { removeGrant } from '../access/remove-grant.ts';
import { removePoolGrant } from '../access/remove-pool-grant.ts';
import { unmapSubject } from './unmap-subject.ts';
import { deedOf } from '../access/deed-of.ts';

const checkGrant = valueOrThrow(Grant);
const checkSubject = valueOrThrow(SubjectMapping);

export interface AccessRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
}

/** What a client may touch, and which outside subjects act as it: for operators. */
export function accessRoutes(app: FastifyInstance, options: AccessRoutes): void {
  addGrantRoutes(app, options);
  addSubjectRoutes(app, options);
}

function addGrantRoutes(app: FastifyInstance, options: AccessRoutes): void {
  const { access, store, now } = options;

  app.put(PATHS.fleetClientGrants, async (request): Promise<Grant> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const clientId = clientIdOrThrow(request);
    const { can, endsAt, ...named } = await readJson(request, checkGrant);
    const end = readEnd(endsAt, now());
    const granted = grantedTo(named);
    const outcome = await putAnyGrant(store, { clientId, granted, canSchedule: can === 'schedule', ...end, by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    if (outcome.kind === 'site_missing') throw noSuch('site');
    if (outcome.kind === 'pool_missing') throw noSuch('pool');
    return { ...namesOf(granted), can, ...(end.endsAt === undefined ? {} : { endsAt: instantText(end.endsAt) }) };
  });

  app.delete(PATHS.fleetClientGrants, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    const clientId = clientIdOrThrow(request);
    const { siteId, poolId, allSites } = readQuery(request, ['siteId', 'poolId', 'allSites']);
    if (allSites !== undefined && allSites !== 'true') throw new AppError('bad_request', 'allSites can only be true');
    const granted = grantedTo({ siteId, poolId, allSites });
    const outcome =
      granted.kind === 'pool'
        ? await store.write(removePoolGrant, { clientId, poolId: granted.poolId, by })
        : await store.write(removeGrant, { clientId, siteId: granted.siteId, by });
    if (outcome.kind === 'grant_missing') throw new AppError('not_found', 'this client has no such grant');
    reply.code(204);
  });
}

function namesOf(granted: Granted): Pick<Grant, 'siteId' | 'poolId' | 'allSites'> {
  if (granted.kind === 'pool') return { poolId: granted.poolId };
  return granted.siteId === ALL_SITES ? { allSites: true } : { siteId: granted.siteId };
}

function addSubjectRoutes(app: FastifyInstance, options: AccessRoutes): void {
  const { access, store } = options;

  app.put(PATHS.fleetClientSubjects, async (request): Promise<SubjectMapping> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const clientId = clientIdOrThrow(request);
    const mapping = await readJson(request, checkSubject);
    const outcome = await store.write(mapSubject, { clientId, ...mapping, by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    if (outcome.kind === 'subject_taken') {
      throw new AppError('conflict', `this subject acts as the client ${outcome.clientId}; unmap it there first`);
    }
    return mapping;
  });

  app.delete(PATHS.fleetClientSubjects, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    const clientId = clientIdOrThrow(request);
    const { issuer, subject } = readQuery(request, ['issuer', 'subject']);
    if (issuer === undefined || subject === undefined) {
      throw new AppError('bad_request', 'give the issuer and the subject of the mapping');
    }
    const outcome = await store.write(unmapSubject, { clientId, issuer, subject, by });
    if (outcome.kind === 'not_mapped') throw new AppError('not_found', 'this client has no such mapping');
    reply.code(204);
  });
}
