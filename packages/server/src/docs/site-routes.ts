import { AppError, PATHS } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BuiltFile, contentTypeOf, notBuilt, sendBuilt } from '../http/send/send-built.ts';
import { wantsPage } from '../http/read/wants-page.ts';
import type { Budget } from '../limits/budget.ts';
import { packedOnce } from './packed-once.ts';
import { readSiteFiles, SITE_FILES } from './site-files.ts';

export interface SiteRoutes {
  readonly budget: Pick<Budget, 'open'>;
  /** The built pages. */
  readonly siteFiles?: string;
}

type Pages = ReadonlyMap<string, () => BuiltFile>;

/** Nothing from elsewhere, nothing inline. */
const SITE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT = notBuilt('The site of the docs');
const MOVED = 308;
const NOT_FOUND = 404;
const HTML = contentTypeOf('index.html');
const NO_SUCH_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page not found · Setpoint</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<h1>Page not found</h1><p>The documentation has no such page. <a href="${PATHS.docs}/">See all pages</a></p></html>`;

/** The docs as pages and as Markdown, open to anyone. */
export function siteRoutes(app: FastifyInstance, { budget, siteFiles = SITE_FILES }: SiteRoutes): void {
  // Many processes never need them: read when the first reader comes, once for all who come meanwhile.
  let pages: Pages | undefined;
  let reading: Promise<Pages | undefined> | undefined;
  const readOnce = (): Promise<Pages | undefined> =>
    (reading ??= readPages(siteFiles).finally(() => (reading = undefined)));

  async function sendPage(request: FastifyRequest, reply: FastifyReply, name: string) {
    await budget.open(reply, request.ip);
    reply.header('Content-Security-Policy', SITE_POLICY);
    pages ??= await readOnce();
    if (pages === undefined && name === 'index.html') return sendBuilt(request, reply, NOT_BUILT);
    const page = pages?.get(name);
    if (page !== undefined) return sendBuilt(request, reply, page());
    // What is not there is said in two ways.
    reply.header('Vary', 'Accept');
    if (!wantsPage(request))
      throw new AppError('not_found', `there is no such page; ${PATHS.docs}/ lists all there are`);
    if (pages?.has(`${name}.html`) === true) return reply.redirect(`${PATHS.docs}/${name}.html`, MOVED);
    return reply.code(NOT_FOUND).header('Content-Type', HTML).send(NO_SUCH_PAGE);
  }

  async function leadTo(address: string, request: FastifyRequest, reply: FastifyReply) {
    await budget.open(reply, request.ip);
    return reply.redirect(address, MOVED);
  }

  app.get(`${PATHS.docs}/`, (request, reply) => sendPage(request, reply, 'index.html'));
  app.get<{ Params: { name: string } }>(`${PATHS.docs}/:name`, (request, reply) =>
    sendPage(request, reply, request.params.name),
  );
  app.get(PATHS.docs, (request, reply) => leadTo(`${PATHS.docs}/`, request, reply));
  app.get('/llms.txt', (request, reply) => leadTo(`${PATHS.docs}/llms.txt`, request, reply));
}

async function readPages(path: string): Promise<Pages | undefined> {
  const files = await readSiteFiles(path);
  if (files === undefined) return undefined;
  return new Map([...files].map(([name, text]) => [name, packedOnce(() => text, contentTypeOf(name))]));
}
