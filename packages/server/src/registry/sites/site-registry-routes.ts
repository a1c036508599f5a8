import { randomUUID } from 'node:crypto';
import { type AddSiteRequest, AppError, parseSiteId, type RegisteredSite, type SiteId } from '@setpoint/contract';
import { makeSecret } from '../../identity/make-secret.ts';
import { readRegisteredSite } from './read-registered-site.ts';
import { noSuch } from '../../http/send/no-such.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { StoreAndClock } from '../../serving/store-and-clock.ts';
import { findRegisteredSites, readSiteFilter, registeredSite } from './find-registered-sites.ts';
import { isTimeZone } from '../../wire/is-time-zone.ts';
import { BY_NAME } from '../../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../../http/read/read-page.ts';
import { addSite } from './add-site.ts';
import { changeSite } from './change-site.ts';
import { removeSite } from './remove-site.ts';

export interface SiteRegistryRoutes extends StoreAndClock {
  readonly offlineAfterMs: number;
  /** Told when a site is gone, once that is durable. */
  readonly onRemoved: (siteId: SiteId) => void;
  /** Told when the controller of a site is to have another snapshot. */
  readonly onRescheduled: (siteId: SiteId) => void;
}

const DEFAULT_TIME_ZONE = 'UTC';

/** Which sites there are: for operators. */
export function siteRegistryRoutes(serve: Serve, options: SiteRegistryRoutes): void {
  const { store, now, offlineAfterMs, onRescheduled, onRemoved } = options;

  async function siteOrThrow(siteId: SiteId): Promise<RegisteredSite> {
    const row = await store.read(readRegisteredSite, { siteId });
    if (row === undefined) throw noSuch('site');
    return registeredSite(row, { now: now(), offlineAfterMs });
  }

  serve('listRegisteredSites', async ({ query }) => {
    const wanted = readPage(query, BY_NAME);
    const sites = await findRegisteredSites(store, {
      filter: readSiteFilter(query),
      after: { siteName: wanted.after.name, siteId: wanted.after.id },
      limit: wanted.limit + 1,
      now: now(),
      offlineAfterMs,
    });
    const page = cutPage(sites, wanted, (site) => ({ name: site.siteName, id: site.siteId }));
    return { sites: page.items, nextCursor: page.nextCursor };
  });

  serve('addSite', async ({ body, by }) => {
    const site = siteOfRequest(body);
    const key = makeSecret('sck_');
    const controllerKey = { keyId: randomUUID(), keyHash: key.hash };
    const outcome = await store.write(addSite, { ...site, controllerKey, now: now(), by });
    if (outcome.kind === 'site_exists') throw new AppError('conflict', `there is already a site ${site.siteId}`);
    const { notes: _notes, holdSeconds: _holdSeconds, ...shown } = site;
    return { ...shown, controllerKey: key.text };
  });

  serve('getRegisteredSite', async ({ ids }) => siteOrThrow(ids.siteId));

  serve('changeSite', async ({ ids: { siteId }, body, by }) => {
    if (body.timeZone !== undefined) timeZoneOrThrow(body.timeZone);
    const outcome = await store.write(changeSite, { ...body, siteId, now: now(), by });
    if (outcome.kind === 'site_missing') throw noSuch('site');
    if (outcome.isRescheduled) onRescheduled(siteId);
    return siteOrThrow(siteId);
  });

  // What cannot be undone is asked for by name, lest a wrong id be enough.
  serve('removeSite', async ({ ids: { siteId }, query, by }) => {
    const outcome = await store.write(removeSite, { siteId, siteName: query.name, now: now(), by });
    if (outcome.kind === 'site_missing') throw noSuch('site');
    if (outcome.kind === 'name_differs') throw new AppError('conflict', `the name of this site is ${outcome.siteName}`);
    onRemoved(siteId);
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
