import { AppError, type ClientId, HEADERS, PATHS } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../../store/store.ts';
import {
  BEFORE_ALL_SITES,
  listSiteHeads,
  listSites,
  type SitePosition,
  type SitesPage,
} from '../../store/transactions/list-sites.ts';
import { readSite, type SiteHead } from '../../store/transactions/read-site.ts';
import { callerOrThrow, type Identity, siteOrThrow } from '../authorize.ts';
import { type BodyMemory, rememberBodies, type SiteBody } from '../remember-bodies.ts';
import { sendTagged } from '../send-body.ts';
import { sendStream } from '../send-stream.ts';
import type { PresenceRule } from '../write-site.ts';

const SITES_PER_PAGE = 50;
const MOST_BODY_BYTES = 256 * 1024 * 1024;
// A list of the whole fleet must not push out, or blow up to, what single sites are read from.
const MOST_LISTED_BYTES = 24 * 1024 * 1024;

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
    const known = bodies.find(head, rule);
    if (known !== undefined) return sendSite(request, reply, { version: head.version, body: known });
    const site = await store.read(readSite, { siteId: head.siteId });
    if (site === undefined) throw new AppError('not_found', 'there is no such site');
    return sendSite(request, reply, { version: site.version, body: bodies.make(site, rule) });
  });

  app.get(PATHS.sites, async (request, reply) => {
    const { clientId } = await callerOrThrow(options, request, 'sites:read');
    return sendStream(request, reply, { chunks: listBytes({ store, bodies, rule: presenceRule }, clientId) });
  });
}

interface VersionedBody {
  readonly version: number;
  readonly body: SiteBody;
}

function sendSite(request: FastifyRequest, reply: FastifyReply, { version, body }: VersionedBody) {
  reply.header(HEADERS.scheduleVersion, String(version));
  return sendTagged(request, reply, body);
}

interface Listing {
  readonly store: Store;
  readonly bodies: BodyMemory;
  readonly rule: () => PresenceRule;
}

// Each page is a statement of its own, finished before the reader is waited for: no snapshot stays open.
async function* listBytes(listing: Listing, clientId: ClientId) {
  let page: SitesPage = { clientId, after: BEFORE_ALL_SITES, limit: SITES_PER_PAGE };
  let lead = '{"sites":[';
  for (;;) {
    const heads = await listing.store.read(listSiteHeads, page);
    if (heads.length === 0) break;
    const { bodies, end } = await bodiesOf(listing, page, heads);
    const pieces: Buffer[] = [];
    for (const body of bodies) {
      pieces.push(Buffer.from(lead), body.bytes.subarray(0, body.listedBytes));
      lead = '},';
    }
    yield Buffer.concat(pieces);
    page = { ...page, after: end };
  }
  yield lead === '},' ? '}]}' : `${lead}]}`;
}

interface BodiesOfPage {
  readonly bodies: readonly SiteBody[];
  /** Behind which the next page begins: the bodies may be of a later state than the heads. */
  readonly end: SitePosition;
}

async function bodiesOf(
  { store, bodies, rule }: Listing,
  page: SitesPage,
  heads: readonly SiteHead[],
): Promise<BodiesOfPage> {
  const presence = rule();
  const known = heads.flatMap((head) => bodies.find(head, presence) ?? []);
  if (known.length === heads.length) return { bodies: known, end: heads.at(-1) ?? page.after };
  const sites = await store.read(listSites, page);
  const made = sites.map((site) => bodies.find(site, presence) ?? bodies.make(site, presence, MOST_LISTED_BYTES));
  return { bodies: made, end: sites.at(-1) ?? page.after };
}
