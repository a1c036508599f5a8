import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../run-command-line.ts';

const WEBHOOK = {
  webhookId: 'w',
  url: 'https://hooks.example.com/',
  types: null,
  state: 'active',
  createdAt: '2030-01-01T00:00:00.000Z',
  deliveredUpTo: '1.1.0.0',
  attempts: 0,
  failingSince: null,
  nextAttemptAt: null,
};
const TOKEN = { access_token: 't', token_type: 'Bearer', expires_in: 3_600, scope: 'fleet:webhooks' };

describe('the commands of webhooks', () => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
      const isToken = request.headers['content-type'] === 'application/x-www-form-urlencoded';
      if (!isToken && body !== '') asked.push([request.method, JSON.parse(body)]);
      const answer = isToken ? TOKEN : request.method === 'GET' ? { webhooks: [WEBHOOK] } : { ...WEBHOOK, secret: 's' };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
    })();
  });

  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  beforeEach(() => asked.splice(0));
  afterAll(() => server.close());

  async function run(...argv: string[]): Promise<string> {
    const SETPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let written = '';
    const write = (text: string) => (written += text);
    const environment = { SETPOINT_CLIENT_ID: 'c', SETPOINT_CLIENT_SECRET: 's', SETPOINT_URL };
    const code = await runCommandLine({ argv, environment, writeOut: write, writeError: write });
    expect([code, written]).toEqual([0, expect.any(String)]);
    return written;
  }

  it('change what is given, and nothing else', async () => {
    await run('webhook', 'change', 'w', '--types', 'all');
    await run('webhook', 'change', 'w', '--url', 'https://a.example', '--types', 'site.online', 'site.offline');
    expect(asked).toEqual([
      ['PATCH', { types: null }],
      ['PATCH', { url: 'https://a.example', types: ['site.online', 'site.offline'] }],
    ]);
  });
});
