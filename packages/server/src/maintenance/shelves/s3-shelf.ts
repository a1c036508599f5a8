import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { removeAtEnd } from '../remove-at-end.ts';
import { openS3Bucket } from './s3-bucket.ts';
import type { S3Place } from './s3-place.ts';
import type { Shelf } from './shelf.ts';

// Each look is a request that is paid for.
const LOOK_EVERY_MS = 60_000;

/** Backups in a bucket, at any service that speaks S3. */
export function s3Shelf(place: S3Place): Shelf {
  const bucket = openS3Bucket(place);
  const prefix = place.path === '' ? '' : `${place.path}/`;
  return {
    lookEveryMs: LOOK_EVERY_MS,
    placeOf: (name) => `s3://${place.bucket}/${prefix}${name}`,
    names: async (signal) => (await bucket.list(prefix, signal)).map((key) => key.slice(prefix.length)),
    async put(name, make, signal) {
      const folder = await mkdtemp(join(tmpdir(), 'setpoint-backup-'));
      using _atEnd = removeAtEnd([folder]);
      try {
        const file = join(folder, name);
        const counts = await make(file, signal);
        await bucket.send(prefix + name, file, signal);
        return counts;
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    remove: (name, signal) => bucket.remove(prefix + name, signal),
  };
}

/** Copies what is in a bucket into a file, for its owner alone. */
export async function fetchObject(place: S3Place, file: string): Promise<void> {
  const { body } = await openS3Bucket(place).get(place.path);
  const source = body === null ? [] : Readable.fromWeb(body);
  await pipeline(source, createWriteStream(file, { mode: 0o600 }));
}
