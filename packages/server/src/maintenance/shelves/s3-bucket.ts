import { type FileHandle, open } from 'node:fs/promises';
import { AwsClient } from 'aws4fetch';
import { MaintenanceError } from '../tables.ts';
import type { S3Place } from './s3-place.ts';

// For one request, of which the largest sends a part.
const ANSWER_WITHIN_MS = 300_000;
// What was begun is given up: nobody waits for the answer.
const GIVEN_UP_WITHIN_MS = 5_000;
const PART_BYTES = 32 * 2 ** 20;
const TRIES_AGAIN = 4;

/** The little of S3 that backups need. */
export interface S3Bucket {
  list(prefix: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Sends a file in parts: it is there when all of them are, or not at all. */
  send(key: string, file: string, signal: AbortSignal): Promise<void>;
  get(key: string): Promise<Response>;
  remove(key: string, signal: AbortSignal): Promise<void>;
}

export function openS3Bucket(place: S3Place): S3Bucket {
  const ask = requestsTo(place);
  return {
    async list(prefix, signal) {
      const keys: string[] = [];
      let token: string | undefined;
      do {
        const more: Readonly<Record<string, string>> = token === undefined ? {} : { 'continuation-token': token };
        const query = { 'list-type': '2', prefix, ...more };
        const page = await (await ask('GET', '', { query, signal })).text();
        keys.push(...[...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescaped(key)));
        token = textOf(page, 'NextContinuationToken');
      } while (token !== undefined);
      return keys;
    },
    async send(key, file, signal) {
      const begun = await (await ask('POST', key, { query: { uploads: '' }, signal })).text();
      const uploadId = textOf(begun, 'UploadId') ?? '';
      try {
        await using source = await open(file);
        const tags: string[] = [];
        for (let part = await nextPart(source); part !== undefined; part = await nextPart(source)) {
          const query = { partNumber: String(tags.length + 1), uploadId };
          const { headers } = await ask('PUT', key, { query, body: part, signal });
          tags.push(headers.get('etag') ?? '');
        }
        await complete({ key, uploadId, tags, signal });
      } catch (cause) {
        await ask('DELETE', key, { query: { uploadId }, signal: AbortSignal.timeout(GIVEN_UP_WITHIN_MS) }).catch(
          () => undefined,
        );
        throw cause;
      }
    },
    get: (key) => ask('GET', key),
    async remove(key, signal) {
      await ask('DELETE', key, { signal });
    },
  };

  // It may be refused in an answer that began well.
  async function complete({ key, uploadId, tags, signal }: Upload): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
    const body = `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`;
    const said = await (await ask('POST', key, { query: { uploadId }, body, signal })).text();
    if (!said.includes('<CompleteMultipartUploadResult')) {
      throw failed(addressOf(place, key), textOf(said, 'Message') ?? 'it was not put together');
    }
  }
}

type Ask = (method: string, key: string, asking?: Asking) => Promise<Response>;

function requestsTo(place: S3Place): Ask {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = place;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: TRIES_AGAIN });
  return async (method: string, key: string, { query = {}, body, signal: ending }: Asking = {}): Promise<Response> => {
    const path = key.split('/').map(encodeURIComponent).join('/');
    const url = `${endpoint}/${bucket}${path === '' ? '' : `/${path}`}?${new URLSearchParams(query).toString()}`;
    const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const signal = ending === undefined ? timeout : AbortSignal.any([timeout, ending]);
    const response = await client
      .fetch(url.replace(/\?$/, ''), { method, signal, ...(body === undefined ? {} : { body }) })
      .catch((cause: unknown) => {
        throw failed(addressOf(place, key), reasonOf(cause), cause);
      });
    if (response.ok) return response;
    const said = await response.text();
    const reason = textOf(said, 'Code') ?? `the answer is ${response.status}`;
    throw failed(addressOf(place, key), `${reason}: ${textOf(said, 'Message') ?? `at ${endpoint}`}`);
  };
}

interface Asking {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

interface Upload {
  readonly key: string;
  readonly uploadId: string;
  readonly tags: readonly string[];
  readonly signal: AbortSignal;
}

async function nextPart(source: FileHandle): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const part = new Uint8Array(PART_BYTES);
  let length = 0;
  for (;;) {
    const { bytesRead } = await source.read(part, length, PART_BYTES - length);
    length += bytesRead;
    if (bytesRead === 0 || length === PART_BYTES) break;
  }
  return length === 0 ? undefined : part.subarray(0, length);
}

function textOf(xml: string, name: string): string | undefined {
  const begin = xml.indexOf(`<${name}>`) + name.length + 2;
  const end = xml.indexOf(`</${name}>`);
  return end < begin ? undefined : unescaped(xml.slice(begin, end));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message;
}

const addressOf = ({ bucket }: S3Place, key: string): string => `s3://${bucket}/${key}`;

function failed(address: string, reason: string, cause?: unknown): MaintenanceError {
  return new MaintenanceError(`${address}: ${reason}`, { cause });
}
