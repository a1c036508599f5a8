import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { ofTests } from '../../../testing/of-tests.ts';
import { folderOfTests } from '../../../testing/test-folder.ts';
import { readBuilt, sendBuilt } from './send-built.ts';

const LARGE = 'a line of it\n'.repeat(2_000_000);
const TEXT = 'let all = 1;\n'.repeat(1_000);
const folder = folderOfTests({ 'all.js.br': brotliCompressSync(TEXT), 'small.svg': 'plain', 'large.js': LARGE });

const app = await ofTests(fastify());
app.get('/:name', async (request, reply) => {
  const { name } = request.params as { name: string };
  const file = await readBuilt(join(folder, name));
  return file === undefined ? reply.code(404).send() : sendBuilt(request, reply, file);
});

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };
const get = (url: string, headers: Record<string, string>) => app.inject({ url, headers });

describe('a built file', () => {
  it.each([
    // Accept-Encoding               coding
    ['', undefined],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
  ])('is sent for Accept-Encoding %j as %s, under a tag of its own', async (accepted, coding) => {
    const answer = await get('/all.js', { 'accept-encoding': accepted });
    const unpack = UNPACK[coding ?? ''] ?? ((bytes) => bytes);
    expect([answer.statusCode, unpack(answer.rawPayload).toString()]).toEqual([200, TEXT]);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', vary: 'Accept-Encoding' });
    const { body: plain, headers } = await get('/all.js', {});
    const suffix = coding === undefined ? '' : `-${coding}`;
    expect([plain, answer.headers.etag]).toEqual([TEXT, String(headers.etag).replace(/"$/, `${suffix}"`)]);
  });

  it.each(['', 'gzip', 'br'])('is not sent again to a caller that has it, for Accept-Encoding %j', async (accepted) => {
    const { headers } = await get('/all.js', { 'accept-encoding': accepted });
    const again = { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) };
    const answer = await get('/all.js', again);
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', headers.etag]);
    expect(answer.headers).not.toHaveProperty('content-length');
    const inAnotherCoding = await get('/all.js', { ...again, 'accept-encoding': accepted === 'br' ? 'gzip' : 'br' });
    expect(inAnotherCoding.statusCode).toBe(200);
  });

  it('is unpacked and compressed once, however many ask at the same time and later', async () => {
    const file = await readBuilt(join(folder, 'all.js'));
    const forms = () => Promise.all([file?.plain(), file?.compressed.get('gzip')?.()]);
    const [first, ...others] = [...(await Promise.all(Array.from({ length: 50 }, forms))), await forms()];
    expect(first?.map((form) => form?.length)).toEqual([TEXT.length, expect.any(Number)]);
    for (const [plain, zipped] of others) expect([plain === first?.[0], zipped === first?.[1]]).toEqual([true, true]);
  });
});

it('a large file waits for its reader in the file, not in memory for each reader', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const reader = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [near] = await accepted;
  reader.write('GET /large.js HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => near.writableLength).toBeGreaterThan(0);
  expect(near.writableLength).toBeLessThan(1024 * 1024);
  reader.destroy();
});
