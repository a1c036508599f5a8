import { HEADERS } from '@setpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../identity/caller.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import type { Store } from '../store/store.ts';
import { BEFORE_ALL_SITES, listSiteHeads, listSites, type SitePosition, type SitesPage } from './list-sites.ts';
import type { SiteHead } from '../access/sites/site-head.ts';
import { readSite } from './read-site.ts';
import type { Access } from '../access/access.ts';
import { type BodyMemory, rememberBodies, type SiteBody } from './remember-bodies.ts';
import { noSuch } from '../http/send/no-such.ts';
import { sendTagged, wantsGzip } from '../http/send/send-tagged.ts';
import { type Pieces, sendPieces } from '../http/send/send-pieces.ts';
import { sendStream, whileLetIn } from '../http/send/send-stream.ts';
import { varyBy } from '../http/send/vary-by.ts';
import type { PresenceRule } from './site-text.ts';

const SITES_PER_PAGE = 100;
const MOST_BODY_BYTES = 256 * 1024 * 1024;
// A list of the whole fleet must not push out, or blow up to, what single sites are read from.
const MOST_LISTED_BYTES = 24 * 1024 * 1024;

export interface SiteRoutes extends StoreAndClock {
  readonly access: Pick<Access, 'next'>;
  readonly offlineAfterMs: number;
}

/** What is set and how the sites are: one site, or all that the caller can see. */
export function siteRoutes(serve: Serve, options: SiteRoutes): void {
  const { access, store, now, offlineAfterMs } = options;
  const bodies = rememberBodies(MOST_BODY_BYTES);
  const presenceRule = () => ({ now: now(), timeoutMs: offlineAfterMs });

  serve.raw('getSite', async ({ request, reply, site: head }) => {
    const rule = presenceRule();
    const known = bodies.find(head, rule);
    if (known !== undefined) return sendSite(request, reply, head.version, known);
    const site = await store.read(readSite, { siteId: head.siteId });
    if (site === undefined) throw noSuch('site');
    return sendSite(request, reply, site.version, bodies.make(site, rule));
  });

  serve.raw('listSites', async ({ request, reply, caller }) => {
    const listing = { store, bodies, rule: presenceRule, next: () => access.next(caller) };
    const pages = listPages(listing, caller);
    if (wantsGzip(request)) return sendStream(request, reply, { chunks: joined(pages) });
    varyBy(reply.header('Content-Type', 'application/json'), 'Accept-Encoding');
    return sendPieces(reply, whileLetIn(request, pages));
  });
}

function sendSite(request: FastifyRequest, reply: FastifyReply, version: number, body: SiteBody) {
  reply.header(HEADERS.scheduleVersion, String(version));
  return sendTagged(request, reply, body);
}

interface Listing {
  readonly store: Store;
  readonly bodies: BodyMemory;
  readonly rule: () => PresenceRule;
  /** When the next page may be read. */
  readonly next: () => Promise<void> | undefined;
}

const OPENING = Buffer.from('{"sites":[');
const BETWEEN = Buffer.from('},');
const CLOSING_SITE = Buffer.from('}');
const CLOSING = Buffer.from(']}');

// Each page is a statement of its own, finished before the reader is waited for: no snapshot stays open.
async function* listPages(listing: Listing, { clientId, person }: Caller): AsyncGenerator<Pieces, void> {
  const isClient = person === undefined;
  let page: SitesPage = { clientId, isClient, after: BEFORE_ALL_SITES, limit: SITES_PER_PAGE };
  let lead = OPENING;
  for (;;) {
    const heads = await listing.store.read(listSiteHeads, page);
    if (heads.length === 0) break;
    const { bodies, end } = await bodiesOf(listing, page, heads);
    const pieces: Uint8Array[] = [];
    for (const body of bodies) {
      pieces.push(lead, body.bytes.subarray(0, body.listedBytes));
      lead = BETWEEN;
    }
    yield pieces;
    page = { ...page, after: end };
    await listing.next();
  }
  yield lead === OPENING ? [OPENING, CLOSING] : [CLOSING_SITE, CLOSING];
}

async function* joined(pages: AsyncIterable<Pieces>): AsyncGenerator<Buffer, void> {
  for await (const pieces of pages) yield Buffer.concat(pieces);
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
