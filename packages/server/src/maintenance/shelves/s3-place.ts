import { isLoopback } from '../../wire/is-loopback.ts';
import type { SettingsReader } from '../../wire/settings-reader.ts';

/** Where in which bucket, and with what right. */
export interface S3Place {
  readonly bucket: string;
  /** What follows the bucket, without a slash at its end; may be empty. */
  readonly path: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const DEFAULT_REGION = 'us-east-1';
const ACCESS_KEY = 'SETPOINT_S3_ACCESS_KEY_ID';
const SECRET_KEY = 'SETPOINT_S3_SECRET_ACCESS_KEY';

export interface NamedPlace {
  /** The setting or option that names it. */
  readonly name: string;
  readonly address: string;
}

export function isS3(place: string): boolean {
  return place.startsWith('s3:');
}

/** The service that has buckets, as far as the environment names it. */
export interface S3Service extends Omit<S3Place, 'bucket' | 'path' | 'accessKeyId' | 'secretAccessKey'> {
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

export function readS3Service(read: SettingsReader): S3Service {
  const region = read.text('SETPOINT_S3_REGION', DEFAULT_REGION);
  const endpoint = read.url('SETPOINT_S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`;
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== 'https:' && !isLoopback(hostname.replaceAll(/[[\]]/g, ''))) {
    read.refuse('SETPOINT_S3_ENDPOINT: a backup contains signing keys, so the address must begin with https://');
  }
  const [accessKeyId, secretAccessKey] = [read.secret(ACCESS_KEY), read.secret(SECRET_KEY)];
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/** A place in a bucket of the service. */
export function readS3Place(read: SettingsReader, { name, address }: NamedPlace, service: S3Service): S3Place {
  const [, bucket = '', path = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === '') read.refuse(`${name}: ${JSON.stringify(address)} is not an address such as s3://bucket/folder`);
  const { accessKeyId = '', secretAccessKey = '' } = service;
  if (accessKeyId === '') read.refuse(missing(ACCESS_KEY));
  if (secretAccessKey === '') read.refuse(missing(SECRET_KEY));
  const steps = path.split('/').filter((step) => step !== '');
  return { ...service, accessKeyId, secretAccessKey, bucket, path: steps.join('/') };
}

function missing(name: string): string {
  return `${name}: set it, or the file with ${name}_FILE, for backups in a bucket`;
}
