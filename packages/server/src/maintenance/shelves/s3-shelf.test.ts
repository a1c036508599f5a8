import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUpInto, keepBackups } from '../keep-backups.ts';
import { fetchBackup } from './fetch-backup.ts';
import { openShelfAt } from './open-shelf.ts';

const NOON = Date.UTC(2026, 2, 29, 12);
const HOUR_MS = 3_600_000;
// More than goes in one part.
const CONTENT = Buffer.alloc(40 * 2 ** 20, 'a store');
// Those of the server.
const KEYS = { SETPOINT_S3_ACCESS_KEY_ID: 'S3RVER', SETPOINT_S3_SECRET_ACCESS_KEY: 'S3RVER' };

describe('backups in a bucket', () => {
  let folder: string;
  let server: S3rver;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-s3-'));
    const configureBuckets = [{ name: 'backups' }];
    server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets });
    const { port } = await server.run();
    environment = { SETPOINT_S3_ENDPOINT: `http://127.0.0.1:${port}`, ...KEYS };
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('are kept as in a folder: the oldest go, and nothing else is touched', async () => {
    const shelf = await shelfAt('s3://backups/site a/');
    await shelf.put('notes.txt', write(Buffer.from('of somebody else')), ending());
    const made = [];
    for (const [at, content] of [
      [NOON, Buffer.from('the first')],
      [NOON + HOUR_MS, Buffer.from('the second')],
      [NOON + 2 * HOUR_MS, CONTENT],
    ] as const) {
      made.push(await backUpInto({ shelf, kept: 2, now: () => at, makeBackup: write(content) }, ending()));
    }
    expect(made.at(-1)).toMatchObject({
      sites: 1,
      file: 's3://backups/site a/setpoint-20260329T140000Z.backup',
      removed: ['s3://backups/site a/setpoint-20260329T120000Z.backup'],
    });
    expect((await shelf.names(ending())).toSorted()).toEqual([
      'notes.txt',
      'setpoint-20260329T130000Z.backup',
      'setpoint-20260329T140000Z.backup',
    ]);
    await using fetched = await fetchBackup(environment, made.at(-1)?.file ?? '');
    expect(readFileSync(fetched.file).equals(CONTENT)).toBe(true);
  });

  it('are not there when they could not be made, and the next one is', async () => {
    const shelf = await shelfAt('s3://backups/failing');
    const fail = async () => Promise.reject(new Error('the store cannot be read'));
    await expect(shelf.put('one', fail, ending())).rejects.toThrow('the store cannot be read');
    expect(await shelf.names(ending())).toEqual([]);
    await shelf.put('one', write(CONTENT), ending());
    expect(await shelf.names(ending())).toEqual(['one']);
  });

  it.each([
    ['a wrong secret', 's3://backups/a', { SETPOINT_S3_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch'],
    ['a bucket that is not there', 's3://others', {}, 'others'],
    ['nobody there', 's3://backups', { SETPOINT_S3_ENDPOINT: 'http://127.0.0.1:1' }, 's3://backups/'],
  ])('say what is wrong with %s', async (_, address, changed, named) => {
    const shelf = await openShelfAt({ ...environment, ...changed }, { name: '--to', address });
    await expect(shelf.names(ending())).rejects.toThrow(named);
    await expect(shelf.put('one', write(Buffer.from('a')), ending())).rejects.toThrow(named);
  });

  it.each(['GET', 'POST', 'PUT'])('end with the service when the bucket answers no %s', async (silent) => {
    await using bucket = await openSilentBucket(silent);
    const changed = { SETPOINT_S3_ENDPOINT: bucket.url };
    const failures: unknown[] = [];
    const keeping = keepBackups({
      shelf: await openShelfAt({ ...environment, ...changed }, { name: '--to', address: 's3://backups' }),
      everyMs: HOUR_MS,
      kept: 2,
      now: () => NOON,
      isChosen: () => true,
      makeBackup: write(CONTENT),
      onMade: () => undefined,
      onFailure: (cause) => failures.push(cause),
    });
    await bucket.silence;
    await keeping.stop();
    expect(failures).toEqual([]);
    expect(bucket.removed).toEqual(silent === 'PUT' ? [expect.stringContaining('?uploadId=7')] : []);
  });

  it('are fetched, or it is said that there is none', async () => {
    await expect(fetchBackup(environment, 's3://backups/none.backup')).rejects.toThrow(
      's3://backups/none.backup: NoSuchKey',
    );
  });

  it.each([
    ['s3://', {}, '--to: "s3://" is not an address such as s3://bucket/folder'],
    ['s3://a', { SETPOINT_S3_ENDPOINT: 'http://s3.example.com' }, 'must begin with https://'],
    ['s3://backups', { SETPOINT_S3_ACCESS_KEY_ID: undefined }, 'SETPOINT_S3_ACCESS_KEY_ID: set it'],
  ])('are refused at %s with %j', async (address, changed, why) => {
    await expect(openShelfAt({ ...environment, ...changed }, { name: '--to', address })).rejects.toThrow(why);
  });

  const shelfAt = async (address: string) => openShelfAt(environment, { name: '--to', address });
});

const ending = () => new AbortController().signal;

function write(content: Buffer) {
  return async (file: string) => {
    writeFileSync(file, content);
    return Promise.resolve({ sites: 1, rows: 2 });
  };
}

/** A bucket that begins uploads, and never answers one method. */
async function openSilentBucket(silent: string) {
  const removed: (string | undefined)[] = [];
  const { promise: silence, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.method === silent) return resolve();
    if (request.method === 'DELETE') removed.push(request.url);
    response.end('<UploadId>7</UploadId>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    silence,
    removed,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      return Promise.resolve();
    },
  };
}
