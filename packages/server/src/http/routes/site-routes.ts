import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { AppError, type ClientId, HEADERS, PATHS } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../../store/store.ts';
import { BEFORE_ALL_SITES, listSites, type SitePosition } from '../../store/transactions/list-sites.ts';
import { readSite } from '../../store/transactions/read-site.ts';
import { callerOrThrow, type Identity, siteOrThrow } from '../authorize.ts';
import { type Body, rememberBodies } from '../remember-bodies.ts';
import { GZIP, sendTagged, wantsGzip } from '../send-body.ts';
import { siteDetailsParts, siteDetailsText, siteText } from '../write-site.ts';

const SITES_PER_PAGE = 100;
const MOST_BODY_BYTES = 256 * 1024 * 1024;

export interface SiteRoutes extends Identity {
  readonly now: () => number;
  readonly offlineAfterMs: number;
}

/** What is set and how the sites are: one site, or all that the caller can see. */
export function siteRoutes(app: FastifyInstance, options: SiteRoutes): void {
  const { store, now, offlineAfterMs } = options;
  const bodies = rememberBodies(MOST_BODY_BYTES);
  const presenceRule = () => ({ now: now(), timeoutMs: offlineAfterMs });

  app.get(PATHS.site, async (request, reply) => {
    const { site: head } = await siteOrThrow(options, request, 'sites:read');
    const rule = presenceRule();
    const known = bodies.find(head.siteId, siteDetailsParts(head, rule));
    if (known !== undefined) return sendSite(request, reply, { version: head.version, body: known });
    const site = await store.read(readSite, { siteId: head.siteId });
    if (site === undefined) throw new AppError('not_found', 'there is no such site');
    const body = bodies.keep(site.siteId, siteDetailsParts(site, rule), siteDetailsText(site, rule));
    return sendSite(request, reply, { version: site.version, body });
  });

  app.get(PATHS.sites, async (request, reply) => {
    const { clientId } = await callerOrThrow(options, request, 'sites:read');
    const body = Readable.from(listText(store, clientId, presenceRule), { objectMode: false, highWaterMark: 1 });
    reply.header('Content-Type', 'application/json').header('Vary', 'Accept-Encoding');
    if (!wantsGzip(request)) return reply.send(body);
    const compressed = createGzip(GZIP);
    body.on('error', (cause) => compressed.destroy(cause)).pipe(compressed);
    return reply.header('Content-Encoding', 'gzip').send(compressed);
  });
}

interface VersionedBody {
  readonly version: number;
  readonly body: Body;
}

function sendSite(request: FastifyRequest, reply: FastifyReply, { version, body }: VersionedBody) {
  reply.header(HEADERS.scheduleVersion, String(version));
  return sendTagged(request, reply, body);
}

// Each page is a statement of its own, finished before the reader is waited for: no snapshot stays open.
async function* listText(store: Store, clientId: ClientId, rule: () => { now: number; timeoutMs: number }) {
  let after: SitePosition = BEFORE_ALL_SITES;
  let lead = '{"sites":[';
  for (;;) {
    const sites = await store.read(listSites, { clientId, after, limit: SITES_PER_PAGE });
    const last = sites.at(-1);
    if (last === undefined) break;
    const presence = rule();
    yield lead + sites.map((site) => siteText(site, presence)).join(',');
    lead = ',';
    after = { siteName: last.siteName, siteId: last.siteId };
  }
  yield lead === ',' ? ']}' : `${lead}]}`;
}
