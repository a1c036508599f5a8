import { hash } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { buildHttp } from '../http/build-http.ts';
import { DOCS_SCRIPT_PATH } from './docs-page.ts';
import { docsRoutes } from './docs-routes.ts';

const app = buildHttp({
  logger: pino({ level: 'silent' }),
  trustedProxies: [],
  tls: undefined,
});
docsRoutes(app, { publicUrl: 'https://setpoint.example.com', mqttHosts: { plain: 'setpoint.example.com:1883' } });

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
    'is not sent again to whoever has it: %s',
    async (url) => {
      const first = await app.inject(url);
      const again = await app.inject({ url, headers: { 'If-None-Match': String(first.headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

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
