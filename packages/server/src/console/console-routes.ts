import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { AppError } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { Budget } from '../limits/budget.ts';
import { PAGE_OF_NOTHING } from '../http/server/build-http.ts';
import { type BuiltFile, COMPRESSED_EXTENSION, notBuilt, readBuilt, sendBuilt } from '../http/send/send-built.ts';

export interface ConsoleRoutes {
  /** Where the built page is: `index.html`, and `assets` whose names change with what they hold. */
  readonly builtDir: string;
  readonly budget: Pick<Budget, 'open'>;
}

/** The addresses within the page: all of them are one document, which knows what to show. */
const CONSOLE_PAGES = [
  '/',
  '/sites/:siteId',
  '/sites/:siteId/:view',
  '/pools',
  '/pools/:poolId',
  '/headroom',
  '/alerts',
  '/alerts/:alertId',
  '/registry',
  '/registry/:part',
  '/registry/:part/:id',
  '/holds',
  '/health',
  '/me',
];

// The library of the page's controls writes these two into it, word for word.
const LIBRARY_STYLES = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
].map((text) => `'sha256-${hash('sha256', text, 'base64')}'`);

/** Nothing from elsewhere, nothing inline but what is known by its hash. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${LIBRARY_STYLES.join(' ')}`,
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ASSET_NAME = /^[\w-][\w.-]{0,200}$/;
const NOT_FOUND = 404;
const NOT_BUILT = notBuilt('The console');

/** The console, open to anyone: what it shows it has to ask for. */
export function consoleRoutes(app: FastifyInstance, { builtDir, budget }: ConsoleRoutes): void {
  let assets: Promise<Map<string, BuiltFile>> | undefined;
  const readPage = async (): Promise<BuiltFile> => (await readBuilt(join(builtDir, 'index.html'))) ?? NOT_BUILT;

  for (const path of CONSOLE_PAGES) {
    app.get(path, async (request, reply) => {
      await budget.open(reply, request.ip);
      reply.header('Content-Security-Policy', CONSOLE_POLICY);
      return sendBuilt(request, reply, await readPage());
    });
  }

  // The page itself says that nothing is here, and leads back.
  app.decorate(PAGE_OF_NOTHING, true);
  app.setNotFoundHandler(async (request, reply) => {
    await budget.open(reply, request.ip);
    const page = await readPage();
    reply.code(NOT_FOUND).header('Content-Security-Policy', CONSOLE_POLICY).header('Cache-Control', 'no-store');
    return reply.header('Content-Type', page.contentType).send(await page.plain());
  });

  app.get('/assets/:name', async (request, reply) => {
    await budget.open(reply, request.ip);
    const { name } = request.params as { name: string };
    const known = await (assets ??= readAssets(builtDir));
    const asset = known.get(name) ?? (await readNewAsset(builtDir, name));
    if (asset === undefined) throw new AppError('not_found', 'there is nothing at this path');
    known.set(name, asset);
    reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    return sendBuilt(request, reply, asset);
  });
}

// Built anew while this process runs, the page names files that were not there: each is looked for by itself.
async function readNewAsset(builtDir: string, name: string): Promise<BuiltFile | undefined> {
  if (!ASSET_NAME.test(name) || extname(name) === COMPRESSED_EXTENSION) return undefined;
  return readBuilt(join(builtDir, 'assets', name));
}

async function readAssets(builtDir: string): Promise<Map<string, BuiltFile>> {
  const folder = join(builtDir, 'assets');
  const names = await readdir(folder).catch(() => []);
  const assets = new Map<string, BuiltFile>();
  for (const name of new Set(names.map((one) => basename(one, COMPRESSED_EXTENSION)))) {
    const asset = await readBuilt(join(folder, name));
    if (asset !== undefined) assets.set(name, asset);
  }
  return assets;
}
