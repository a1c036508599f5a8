import { randomUUID } from 'node:crypto';
import {
  AddSiteRequest,
  type AddedSite,
  AppError,
  ChangeSiteRequest,
  parseSiteId,
  PATHS,
  type RegisteredSite,
  type RegisteredSiteList,
  type SiteId,
} from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { makeSecret } from '../identity/make-secret.ts';
import { readRegisteredSite } from './read-registered-site.ts';
import type { Access } from '../access/access.ts';
import { siteIdOrThrow } from '../access/site-id-of.ts';
import type { Store } from '../store/store.ts';
import { noSuch } from '../http/no-such.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { findRegisteredSites, readSiteFilter, registeredSite, SITE_FILTERS } from './find-registered-sites.ts';
import { isTimeZone } from '../wire/is-time-zone.ts';
import { readJson } from '../http/read-json.ts';
import { BY_NAME } from '../http/cursor-shape.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { addSite } from './add-site.ts';
import { changeSite } from './change-site.ts';
import { removeSite } from './remove-site.ts';
import { deedOf } from '../access/deed-of.ts';

export interface SiteRegistryRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  /** Told when a site is gone, once that is durable. */
  readonly onRemoved: (siteId: SiteId) => void;
  /** Told when the controller of a site is to have another snapshot. */
  readonly onRescheduled: (siteId: SiteId) => void;
}

const checkAddSite = valueOrThrow(AddSiteRequest);
const checkChangeSite = valueOrThrow(ChangeSiteRequest);
const DEFAULT_TIME_ZONE = 'UTC';

/** Which sites there are: for operators. */
export function siteRegistryRoutes(app: FastifyInstance, options: SiteRegistryRoutes): void {
  const { access, store, now, offlineAfterMs } = options;

  app.get(PATHS.fleetSites, async (request): Promise<RegisteredSiteList> => {
    await access.caller(request, 'fleet:admin');
    const wanted = readPage(request, BY_NAME, SITE_FILTERS);
    const sites = await findRegisteredSites(store, {
      filter: readSiteFilter(wanted.query),
      after: { siteName: wanted.after.name, siteId: wanted.after.id },
      limit: wanted.limit + 1,
      now: now(),
      offlineAfterMs,
    });
    const page = cutPage(sites, wanted, (site) => ({ name: site.siteName, id: site.siteId }));
    return { sites: page.items, nextCursor: page.nextCursor };
  });

  app.post(PATHS.fleetSites, async (request, reply): Promise<AddedSite> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const site = siteOfRequest(await readJson(request, checkAddSite));
    const key = makeSecret('sck_');
    const controllerKey = { keyId: randomUUID(), keyHash: key.hash };
    const outcome = await store.write(addSite, { ...site, controllerKey, now: now(), by });
    if (outcome.kind === 'site_exists') throw new AppError('conflict', `there is already a site ${site.siteId}`);
    reply.code(201).header('Cache-Control', 'no-store');
    const { notes: _notes, holdSeconds: _holdSeconds, ...shown } = site;
    return { ...shown, controllerKey: key.text };
  });

  addSiteRoutes(app, options);
}

function addSiteRoutes(app: FastifyInstance, options: SiteRegistryRoutes): void {
  const { access, store, now, offlineAfterMs, onRescheduled } = options;

  async function siteOrThrow(siteId: SiteId): Promise<RegisteredSite> {
    const row = await store.read(readRegisteredSite, { siteId });
    if (row === undefined) throw noSuch('site');
    return registeredSite(row, { now: now(), offlineAfterMs });
  }

  app.get(PATHS.fleetSite, async (request): Promise<RegisteredSite> => {
    await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    return siteOrThrow(siteIdOrThrow(request));
  });

  app.patch(PATHS.fleetSite, async (request): Promise<RegisteredSite> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const siteId = siteIdOrThrow(request);
    const { siteName, timeZone, notes, holdSeconds } = await readJson(request, checkChangeSite);
    if (timeZone !== undefined) timeZoneOrThrow(timeZone);
    const outcome = await store.write(changeSite, {
      siteId,
      now: now(),
      by,
      ...(siteName === undefined ? {} : { siteName }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(notes === undefined ? {} : { notes }),
      ...(holdSeconds === undefined ? {} : { holdSeconds }),
    });
    if (outcome.kind === 'site_missing') throw noSuch('site');
    if (outcome.isRescheduled) onRescheduled(siteId);
    return siteOrThrow(siteId);
  });

  app.delete(PATHS.fleetSite, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    const { name: siteName } = readQuery(request, ['name']);
    const siteId = siteIdOrThrow(request);
    // What cannot be undone is asked for by name, lest a wrong id be enough.
    if (siteName === undefined)
      throw new AppError('bad_request', 'name: give the name of the site that you want to remove');
    const outcome = await store.write(removeSite, { siteId, siteName, now: now(), by });
    if (outcome.kind === 'site_missing') throw noSuch('site');
    if (outcome.kind === 'name_differs') throw new AppError('conflict', `the name of this site is ${outcome.siteName}`);
    options.onRemoved(siteId);
    reply.code(204);
  });
}

function siteOfRequest(request: AddSiteRequest) {
  const { siteName, siteId, timeZone = DEFAULT_TIME_ZONE, notes = '', holdSeconds = null } = request;
  const id = parseSiteId(siteId ?? randomUUID());
  if (id === undefined) throw new AppError('bad_request', 'siteId: must be a UUID');
  timeZoneOrThrow(timeZone);
  return { siteId: id, siteName, timeZone, notes, holdSeconds };
}

function timeZoneOrThrow(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  throw new AppError('bad_request', 'timeZone: must be the name of a time zone, such as Europe/Berlin');
}
