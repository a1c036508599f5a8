import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildHttp } from '../http/build-http.ts';
import { testBudget } from '../testing/test-budget.ts';
import { consoleRoutes } from './console-routes.ts';

describe('the console', () => {
  let builtDir: string;
  let app: FastifyInstance;

  beforeEach(() => {
    builtDir = mkdtempSync(join(tmpdir(), 'setpoint-console-'));
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    consoleRoutes(app, { builtDir, budget: testBudget(), command: 'npx setpoint' });
  });

  afterEach(async () => {
    await app.close();
    rmSync(builtDir, { recursive: true });
  });

  function build(files: Readonly<Record<string, string>>): void {
    mkdirSync(join(builtDir, 'assets'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(builtDir, name), text);
  }
  const get = (url: string, accepted = '') => app.inject({ url, headers: { 'accept-encoding': accepted } });

  it('says so where it has not been built', async () => {
    const { statusCode, headers, body } = await get('/');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('npm run build');
  });

  it('is one page at each of its addresses', async () => {
    build({ 'index.html': '<p>the page' });
    for (const path of ['/', '/sites/a/plan', '/registry/clients/b', '/health']) {
      const { headers, body } = await get(path);
      expect([body, headers['content-security-policy']]).toEqual(['<p>the page', expect.stringContaining("'self'")]);
    }
  });

  it('is told how the command line is called, where that is not by npx', async () => {
    build({ 'index.html': '<div id="root"></div>', 'index.html.br': 'br' });
    expect((await get('/', 'br')).body).toBe('br');
    const inContainer = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    consoleRoutes(inContainer, { builtDir, budget: testBudget(), command: 'kubectl exec "a" -- setpoint' });
    const { body, headers } = await inContainer.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
    const page = '<div id="root" data-command="kubectl exec &quot;a&quot; -- setpoint"></div>';
    expect([body, headers['content-encoding']]).toEqual([page, undefined]);
    await inContainer.close();
  });

  it('hands its files out as they were compressed when it was built, to be kept for good', async () => {
    build({ 'assets/a.js': 'plain', 'assets/a.js.br': 'br', 'assets/a.js.gz': 'gzip' });
    for (const coding of ['br', 'gzip']) {
      const { headers, body } = await get('/assets/a.js', coding);
      expect([body, headers['content-encoding'], headers['vary']]).toEqual([coding, coding, 'Accept-Encoding']);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    expect((await get('/assets/a.js')).body).toBe('plain');
  });

  it('hands nothing else out: not what is compressed as a file of its own, not what lies beside', async () => {
    build({ 'assets/a.js': 'plain', 'assets/a.js.br': 'br', secret: 'x' });
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
