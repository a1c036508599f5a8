import { randomUUID } from 'node:crypto';
import {
  AddSiteRequest,
  type AddSiteResponse,
  AppError,
  parseSiteId,
  PATHS,
  type RegisteredSite,
  type RegisteredSiteList,
  type SiteId,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeSecret } from '../../auth/make-secret.ts';
import { listRegisteredSites } from '../../store/transactions/list-registered-sites.ts';
import { readRegisteredSite, type StoredRegistration } from '../../store/transactions/read-registered-site.ts';
import { callerOrThrow, type Identity } from '../authorize.ts';
import { valueOrThrow } from '../check-shape.ts';
import { isTimeZone } from '../is-time-zone.ts';
import { readJson } from '../read-json.ts';
import { cutPage, readPage } from '../read-page.ts';
import { readQuery } from '../read-query.ts';

export interface SiteRegistryRoutes extends Identity {
  readonly now: () => number;
  /** Told when a site is gone, once that is durable. */
  readonly onRemoved: (siteId: SiteId) => void;
}

const checkAddSite = valueOrThrow(AddSiteRequest);
const DEFAULT_TIME_ZONE = 'UTC';

/** Which sites there are: for operators. */
export function siteRegistryRoutes(app: FastifyInstance, options: SiteRegistryRoutes): void {
  const { store, now } = options;

  app.get(PATHS.fleetSites, async (request): Promise<RegisteredSiteList> => {
    await callerOrThrow(options, request, 'fleet:admin');
    const { limit, after } = readPage(request);
    const position = { siteName: after.name, siteId: after.id };
    const rows = await store.read(listRegisteredSites, { after: position, limit: limit + 1 });
    const page = cutPage(rows, limit, (row) => ({ name: row.siteName, id: row.siteId }));
    return { sites: page.items.map(registeredSite), nextCursor: page.nextCursor };
  });

  app.post(PATHS.fleetSites, async (request, reply): Promise<AddSiteResponse> => {
    await callerOrThrow(options, request, 'fleet:admin');
    readQuery(request, []);
    const site = siteOfRequest(await readJson(request, checkAddSite));
    const key = makeSecret('sck_');
    const controllerKey = { keyId: randomUUID(), keyHash: key.hash };
    const outcome = await store.write('addSite', { ...site, controllerKey, now: now() });
    if (outcome.kind === 'site_exists') throw new AppError('conflict', `there is a site ${site.siteId} already`);
    reply.code(201).header('Cache-Control', 'no-store');
    return { ...site, controllerKey: key.text };
  });

  app.get(PATHS.fleetSite, async (request): Promise<RegisteredSite> => {
    await callerOrThrow(options, request, 'fleet:admin');
    readQuery(request, []);
    const row = await store.read(readRegisteredSite, { siteId: siteIdOrThrow(request) });
    if (row === undefined) throw noSuchSite();
    return registeredSite(row);
  });

  app.delete(PATHS.fleetSite, async (request, reply) => {
    await callerOrThrow(options, request, 'fleet:admin');
    readQuery(request, []);
    const siteId = siteIdOrThrow(request);
    const outcome = await store.write('removeSite', { siteId, now: now() });
    if (outcome.kind === 'site_missing') throw noSuchSite();
    options.onRemoved(siteId);
    reply.code(204);
  });
}

function siteOfRequest({ siteName, siteId, timeZone = DEFAULT_TIME_ZONE }: AddSiteRequest) {
  const id = parseSiteId(siteId ?? randomUUID());
  if (id === undefined) throw new AppError('bad_request', 'siteId: must be a UUID');
  if (!isTimeZone(timeZone)) {
    throw new AppError('bad_request', 'timeZone: must be the name of a time zone, such as Europe/Berlin');
  }
  return { siteId: id, siteName, timeZone };
}

function registeredSite({ createdAt, ...site }: StoredRegistration): RegisteredSite {
  return { ...site, createdAt: new Date(createdAt).toISOString() };
}

function siteIdOrThrow(request: FastifyRequest): SiteId {
  const siteId = parseSiteId((request.params as { siteId: string }).siteId);
  if (siteId === undefined) throw noSuchSite();
  return siteId;
}

function noSuchSite(): AppError {
  return new AppError('not_found', 'there is no such site');
}
