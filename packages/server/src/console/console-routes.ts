import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { sendTagged, type TaggedBody } from '../http/send-body.ts';

export interface ConsoleRoutes {
  /** Where the built page is: `index.html`, and `assets` whose names change with what they hold. */
  readonly builtDir: string;
}

/** The addresses within the page: all of them are one document, which knows what to show. */
const CONSOLE_PAGES = [
  '/',
  '/sites/:siteId',
  '/sites/:siteId/:view',
  '/headroom',
  '/registry',
  '/registry/:part',
  '/registry/:part/:id',
  '/health',
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

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Setpoint</title>
<p>The console has not been built. In the folder of Setpoint: <code>npm run build</code>, then load this page again.</p>`;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The console, open to anyone: what it shows it has to ask for. */
export function consoleRoutes(app: FastifyInstance, { builtDir }: ConsoleRoutes): void {
  let assets: Promise<ReadonlyMap<string, TaggedBody>> | undefined;

  for (const path of CONSOLE_PAGES) {
    app.get(path, async (request, reply) => {
      reply.header('Content-Security-Policy', CONSOLE_POLICY);
      return sendTagged(request, reply, await readPage(builtDir));
    });
  }

  app.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    let asset = (await (assets ??= readAssets(builtDir))).get(name);
    // Built anew while this process runs, the page names files that were not there.
    asset ??= (await (assets = readAssets(builtDir))).get(name);
    if (asset === undefined) throw new AppError('not_found', 'there is nothing at this path');
    reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    return sendTagged(request, reply, asset);
  });
}

async function readPage(builtDir: string): Promise<TaggedBody> {
  const bytes = await readFile(join(builtDir, 'index.html')).catch(() => Buffer.from(NOT_BUILT));
  return tagged(bytes, '.html');
}

async function readAssets(builtDir: string): Promise<ReadonlyMap<string, TaggedBody>> {
  const folder = join(builtDir, 'assets');
  const names = await readdir(folder).catch(() => []);
  const read = names.map(async (name) => [name, tagged(await readFile(join(folder, name)), extname(name))] as const);
  return new Map(await Promise.all(read));
}

function tagged(bytes: Buffer, extension: string): TaggedBody {
  return { bytes, tag: hash('sha1', bytes, 'base64url'), contentType: TYPES[extension] ?? 'application/octet-stream' };
}
