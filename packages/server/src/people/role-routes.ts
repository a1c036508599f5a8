import { instantText } from '@setpoint/core';
import { AppError, GivenRole, parseClientId, PATHS, ROLE_TABLE } from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { type Granted, grantedTo } from '../access/granted-to.ts';
import { ALL_SITES } from '../access/put-grant.ts';
import { noSuch } from '../http/no-such.ts';
import { readEnd } from '../http/read-end.ts';
import { readJson } from '../http/read-json.ts';
import { readQuery } from '../http/read-query.ts';
import type { Store } from '../store/store.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { giveRole } from './give-role.ts';
import type { Holder, HolderKind } from './holder.ts';
import { takeRole } from './take-role.ts';
import { deedOf } from '../access/deed-of.ts';

const checkRole = valueOrThrow(GivenRole);

export interface PeopleRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
}

/** What persons and groups are, and where: for operators. */
export function roleRoutes(app: FastifyInstance, options: PeopleRoutes): void {
  addRoleRoutes(app, options, { kind: 'person', path: PATHS.fleetPersonRoles });
  addRoleRoutes(app, options, { kind: 'group', path: PATHS.fleetGroupRoles });
}

interface Of {
  readonly kind: HolderKind;
  readonly path: string;
}

function addRoleRoutes(app: FastifyInstance, { access, store, now }: PeopleRoutes, { kind, path }: Of): void {
  app.put(path, async (request): Promise<GivenRole> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const holder = holderOrThrow(request, kind);
    const { role, endsAt, ...named } = await readJson(request, checkRole);
    const end = readEnd(endsAt, now());
    const granted = roleTo(role, named);
    const outcome = await store.write(giveRole, { holder, granted, role, ...end, by });
    if (outcome.kind === 'holder_missing') throw noSuch(kind);
    if (outcome.kind === 'site_missing') throw noSuch('site');
    if (outcome.kind === 'pool_missing') throw noSuch('pool');
    return { ...namesOf(granted), role, ...(end.endsAt === undefined ? {} : { endsAt: instantText(end.endsAt) }) };
  });

  app.delete(path, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    const holder = holderOrThrow(request, kind);
    const { siteId, poolId, allSites } = readQuery(request, ['siteId', 'poolId', 'allSites']);
    if (allSites !== undefined && allSites !== 'true') throw new AppError('bad_request', 'allSites can only be true');
    const outcome = await store.write(takeRole, { holder, granted: grantedTo({ siteId, poolId, allSites }), by });
    if (outcome.kind === 'role_missing') throw new AppError('not_found', `this ${kind} has no role there`);
    reply.code(204);
  });
}

/** What a role is for; one that concerns no single site is for all of them. */
export function roleTo(role: GivenRole['role'], named: Omit<GivenRole, 'role' | 'endsAt'>): Granted {
  const granted = grantedTo(named);
  const isForAll = granted.kind === 'sites' && granted.siteId === ALL_SITES;
  if (ROLE_TABLE[role].isForAllSites && !isForAll) {
    throw new AppError('bad_request', `role: ${role} is for all sites alone; give allSites`);
  }
  return granted;
}

export function holderOrThrow(request: FastifyRequest, kind: HolderKind): Holder {
  const { personId, groupId } = request.params as { personId?: string; groupId?: string };
  const id = parseClientId((kind === 'person' ? personId : groupId) ?? '');
  if (id === undefined) throw noSuch(kind);
  return { kind, id };
}

function namesOf(granted: Granted): Pick<GivenRole, 'siteId' | 'poolId' | 'allSites'> {
  if (granted.kind === 'pool') return { poolId: granted.poolId };
  return granted.siteId === ALL_SITES ? { allSites: true } : { siteId: granted.siteId };
}
