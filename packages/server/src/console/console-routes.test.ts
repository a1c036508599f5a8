import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildHttp } from '../http/server/build-http.ts';
import { testBudget } from '../../testing/test-budget.ts';
import { ofTest } from '../../testing/of-tests.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { consoleRoutes } from './console-routes.ts';

describe('the console', () => {
  let builtDir: string;
  let app: FastifyInstance;

  beforeEach(async () => {
    builtDir = testFolder();
    app = await ofTest(buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined }));
    consoleRoutes(app, { builtDir, budget: testBudget() });
  });

  function build(files: Readonly<Record<string, string | Buffer>>): void {
    mkdirSync(join(builtDir, 'assets'), { recursive: true });
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(builtDir, name), bytes);
  }
  const get = (url: string, accepted = '') => app.inject({ url, headers: { 'accept-encoding': accepted } });

  it('says so where it has not been built', async () => {
    const { statusCode, headers, body } = await get('/');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('npm run build');
  });

  it('is shown to browsers with 404 at an address that leads nowhere; programs get JSON', async () => {
    build({ 'index.html': '<p>the page' });
    const inBrowser = (url: string) => app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
    const { statusCode, headers, body } = await inBrowser('/nowhere/at/all');
    expect([statusCode, headers['content-type'], body]).toEqual([404, 'text/html; charset=utf-8', '<p>the page']);
    expect([headers['cache-control'], headers['content-security-policy']]).toEqual([
      'no-store',
      expect.stringContaining("'self'"),
    ]);
    const said = '{"error":"not_found","message":"there is nothing at this path"}';
    expect((await get('/nowhere/at/all')).body).toBe(said);
    for (const path of ['/api/v1/public/nowhere', '/API/v1', '/oauth/x', '/session/x', '/.well-known/x', '/assets/x'])
      expect([path, (await inBrowser(path)).body]).toEqual([path, said]);
  });

  it('hands its files out as they were compressed when it was built, to be kept for good', async () => {
    const smallest = brotliCompressSync('plain');
    build({ 'assets/a.js.br': smallest });
    for (const [coding, unpack] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      const { headers, rawPayload } = await get('/assets/a.js', coding);
      expect([unpack(rawPayload).toString(), headers['content-encoding']]).toEqual(['plain', coding]);
      expect([headers['vary'], headers['cache-control']]).toEqual([
        'Accept-Encoding',
        'public, max-age=31536000, immutable',
      ]);
    }
    expect((await get('/assets/a.js')).body).toBe('plain');
    expect((await get('/assets/a.js', 'br')).rawPayload).toEqual(smallest);
  });

  it('hands nothing else out: not what is compressed as a file of its own, not what lies beside', async () => {
    build({ 'assets/a.js.br': brotliCompressSync('plain'), secret: 'x' });
    for (const path of ['/assets/a.js.br', '/assets/none.js', '/assets/..%2fsecret']) {
      expect((await get(path)).statusCode).toBe(404);
    }
  });

  it('finds the files of a page that was built anew', async () => {
    build({ 'assets/a.js': 'old' });
    await get('/assets/a.js');
    build({ 'assets/b.js': 'new' });
    expect((await get('/assets/b.js')).body).toBe('new');
  });

  it('does not read all its files again for a name that is not there', async () => {
    build({ 'assets/a.js': 'old' });
    await get('/assets/a.js');
    build({ 'assets/a.js': 'read again' });
    for (const name of ['none.js', '.a.js', `${'a'.repeat(300)}.js`]) {
      expect((await get(`/assets/${name}`)).statusCode).toBe(404);
    }
    expect((await get('/assets/a.js')).body).toBe('old');
  });
});
