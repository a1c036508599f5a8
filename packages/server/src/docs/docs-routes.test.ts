import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { PATHS } from '@setpoint/contract';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { folderOfTests } from '../../testing/test-folder.ts';
import { ifThere } from '../../testing/unless.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { testBudget } from '../../testing/test-budget.ts';
import { docsRoutes, REFERENCE_SCRIPT_PATH } from './docs-routes.ts';

const SITE = { 'index.html': '<p>pages', 'hold.html': '<p>hold', 'hold.md': '# Hold', 'llms.txt': '# Setpoint' };
const packed = brotliCompressSync(JSON.stringify(SITE));
const folder = folderOfTests({ 'reference.js': 'Scalar = {}', 'docs.json.br': packed });
const [referenceScript, siteFiles] = [join(folder, 'reference.js'), join(folder, 'docs.json.br')];

function appOver(script: string, site = siteFiles) {
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
  const mqttHosts = { plain: 'setpoint.example.com:1883' };
  docsRoutes(app, {
    publicUrl: 'https://setpoint.example.com',
    mqttHosts,
    budget: testBudget(),
    referenceScript: script,
    siteFiles: site,
  });
  return app;
}

const app = appOver(referenceScript);
const onLinux = ifThere(process.platform === 'linux', 'Linux');

describe('what the service says of itself', () => {
  it('is a document that names the public address', async () => {
    const { statusCode, headers, body } = await app.inject(PATHS.openapi);
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://setpoint.example.com' }] });
  });

  it('is another document for controllers, to which page and reference lead', async () => {
    const { statusCode, headers, body } = await app.inject(PATHS.asyncapi);
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    expect(JSON.parse(body)).toMatchObject({
      asyncapi: '3.0.0',
      servers: { mqtt: { host: 'setpoint.example.com:1883' } },
      info: { externalDocs: { url: 'https://setpoint.example.com/docs/reference' } },
    });
    for (const path of [PATHS.reference, PATHS.openapi])
      expect((await app.inject(path)).body).toContain(PATHS.asyncapi);
  });

  // Forty at once took 250 MiB.
  it('reads its script once for all who come while it is read', onLinux, async () => {
    const pipe = join(folder, 'pipe.js');
    execFileSync('mkfifo', [pipe]);
    const fresh = appOver(pipe);
    const asked = Promise.all(Array.from({ length: 40 }, () => fresh.inject(REFERENCE_SCRIPT_PATH)));
    await writeFile(pipe, 'Scalar = { once: true }');
    expect(new Set((await asked).map(({ body }) => body))).toEqual(new Set(['Scalar = { once: true }']));
  });

  it('says so where the reference has not been built, until it has', async () => {
    const later = join(folder, 'later.js');
    const unbuilt = appOver(later);
    expect((await unbuilt.inject(PATHS.reference)).body).toContain('npm run build');
    expect((await unbuilt.inject(REFERENCE_SCRIPT_PATH)).statusCode).toBe(404);
    writeFileSync(later, 'Scalar = {}');
    expect((await unbuilt.inject(PATHS.reference)).body).toContain(REFERENCE_SCRIPT_PATH);
    expect((await unbuilt.inject(REFERENCE_SCRIPT_PATH)).body).toBe('Scalar = {}');
  });

  it('lets the page run the two scripts it holds, by address and by hash, and no other', async () => {
    const { body, headers } = await app.inject(PATHS.reference);
    const scripts = [...body.matchAll(/<script(?: src="(?<source>[^"]*)")?>(?<text>[^<]*)</g)].map(
      ({ groups }) => groups,
    );
    expect(scripts).toEqual([
      { source: REFERENCE_SCRIPT_PATH, text: '' },
      { source: undefined, text: expect.stringContaining('createApiReference') },
    ]);
    const sha256 = hash('sha256', scripts[1]?.['text'] ?? '', 'base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${sha256}';`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('the docs as a site', () => {
  it.each([
    ['/docs/', '<p>pages', 'text/html; charset=utf-8'],
    ['/docs/hold.html', '<p>hold', 'text/html; charset=utf-8'],
    ['/docs/hold.md', '# Hold', 'text/markdown; charset=utf-8'],
    ['/docs/llms.txt', '# Setpoint', 'text/plain; charset=utf-8'],
  ])('hands out %s, which may load nothing from elsewhere', async (url, text, type) => {
    const { statusCode, headers, body } = await app.inject(url);
    expect([statusCode, headers['content-type'], body]).toEqual([200, type, text]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    const again = await app.inject({ url, headers: { 'If-None-Match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    ['/docs', '/docs/'],
    ['/llms.txt', '/docs/llms.txt'],
  ])('is where %s leads', async (url, address) => {
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers.location]).toEqual([308, address]);
  });

  it.each(['/docs/none.html', '/docs/..%2fdocs.json.br', '/docs/__proto__', '/docs/hold.html/', '/docs/HOLD.html'])(
    'has nothing at %s',
    async (url) => expect((await app.inject(url)).statusCode).toBe(404),
  );

  it('leads browsers to the page whose name lacks its ending, and says in HTML what is not there', async () => {
    const inBrowser = (url: string) => app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
    const { statusCode, headers } = await inBrowser('/docs/hold');
    expect([statusCode, headers.location, headers.vary]).toEqual([308, '/docs/hold.html', 'Accept']);
    const none = await inBrowser('/docs/none');
    expect([none.statusCode, none.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(none.body).toContain('<a href="/docs/">');
    const toProgram = await app.inject({ url: '/docs/hold', headers: { accept: '*/*' } });
    expect([toProgram.statusCode, toProgram.json()]).toMatchObject([404, { error: 'not_found' }]);
  });

  it('answers 500 when it is damaged, and is well again when it is', async () => {
    const damaged = join(folder, 'damaged.json.br');
    writeFileSync(damaged, 'no Brotli');
    const broken = appOver(referenceScript, damaged);
    expect((await broken.inject('/docs/')).statusCode).toBe(500);
    writeFileSync(damaged, brotliCompressSync(JSON.stringify(SITE)));
    expect((await broken.inject('/docs/')).body).toBe('<p>pages');
  });
});
