import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATHS } from '@setpoint/contract';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { buildHttp } from '../http/build-http.ts';
import { testBudget } from '../testing/test-budget.ts';
import { DOCS_SCRIPT_PATH } from './docs-page.ts';
import { docsRoutes } from './docs-routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'setpoint-docs-'));
const referenceScript = join(folder, 'reference.js');
writeFileSync(referenceScript, 'Scalar = {}');
afterAll(() => rmSync(folder, { recursive: true }));

function appOver(script: string) {
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
  const mqttHosts = { plain: 'setpoint.example.com:1883' };
  docsRoutes(app, {
    publicUrl: 'https://setpoint.example.com',
    mqttHosts,
    budget: testBudget(),
    referenceScript: script,
  });
  return app;
}

const app = appOver(referenceScript);

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
      info: { externalDocs: { url: 'https://setpoint.example.com/docs' } },
    });
    for (const path of [PATHS.docs, PATHS.openapi]) expect((await app.inject(path)).body).toContain(PATHS.asyncapi);
  });

  it.each([PATHS.openapi, PATHS.asyncapi, PATHS.docs, DOCS_SCRIPT_PATH])(
    'is not sent again to a client that has it: %s',
    async (url) => {
      const first = await app.inject(url);
      const again = await app.inject({ url, headers: { 'If-None-Match': String(first.headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  // Forty at once took 250 MiB.
  it.runIf(process.platform === 'linux')('reads its script once for all who come while it is read', async () => {
    const pipe = join(folder, 'pipe.js');
    execFileSync('mkfifo', [pipe]);
    const fresh = appOver(pipe);
    const asked = Promise.all(Array.from({ length: 40 }, () => fresh.inject(DOCS_SCRIPT_PATH)));
    await writeFile(pipe, 'Scalar = { once: true }');
    expect(new Set((await asked).map(({ body }) => body))).toEqual(new Set(['Scalar = { once: true }']));
  });

  it('says so where the reference has not been built, until it has', async () => {
    const later = join(folder, 'later.js');
    const unbuilt = appOver(later);
    expect((await unbuilt.inject(PATHS.docs)).body).toContain('npm run build');
    expect((await unbuilt.inject(DOCS_SCRIPT_PATH)).statusCode).toBe(404);
    writeFileSync(later, 'Scalar = {}');
    expect((await unbuilt.inject(PATHS.docs)).body).toContain(DOCS_SCRIPT_PATH);
    expect((await unbuilt.inject(DOCS_SCRIPT_PATH)).body).toBe('Scalar = {}');
  });

  it('lets the page run the two scripts it holds, by address and by hash, and no other', async () => {
    const { body, headers } = await app.inject(PATHS.docs);
    const scripts = [...body.matchAll(/<script(?: src="(?<source>[^"]*)")?>(?<text>[^<]*)</g)].map(
      ({ groups }) => groups,
    );
    expect(scripts).toEqual([
      { source: DOCS_SCRIPT_PATH, text: '' },
      { source: undefined, text: expect.stringContaining('createApiReference') },
    ]);
    const sha256 = hash('sha256', scripts[1]?.['text'] ?? '', 'base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${sha256}';`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
