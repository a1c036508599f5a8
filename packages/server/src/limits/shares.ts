interface Share {
  readonly byDefault: number;
  readonly min: number;
  readonly max: number;
  readonly is: string;
  readonly bounds: string;
}

const MIB = 1_024 * 1_024;
const AT_ONCE = { min: 1, max: 1_000_000 };
const CONNECTIONS = { min: 8, max: 1_000_000 };
const WEBHOOKS = { min: 1, max: 10_000 };
const BODY_BYTES = { min: MIB, max: 1_024 * 1_024 * MIB };
const BYTES = { min: 1, max: 1_000_000_000_000 };

/** What one client, key, address or port may use, and what that protects; docs/look-up/configuration.md shows this table. */
export const SHARES = {
  'http-connections': {
    ...CONNECTIONS,
    byDefault: 32_768,
    is: 'open connections over HTTP; unless set, a third of `SETPOINT_CONNECTIONS`, if that is more',
    bounds: '15 kB each',
  },
  'mqtt-connections': {
    ...CONNECTIONS,
    byDefault: 32_768,
    is: 'the same over MQTT, encrypted or not, each',
    bounds: '15 kB each',
  },
  'ops-connections': {
    ...CONNECTIONS,
    byDefault: 64,
    is: 'open connections to the operations port',
    bounds: 'file handles',
  },
  'unauthenticated-connections': {
    ...CONNECTIONS,
    byDefault: 2_048,
    is: 'open connections at each port that have not authenticated; at most a quarter of all',
    bounds: 'file handles, memory',
  },
  'address-connections': {
    ...CONNECTIONS,
    min: 1,
    byDefault: 512,
    is: 'the same from one address (of IPv6, one /64); at most a sixteenth of all',
    bounds: 'file handles, memory',
  },
  'client-connections': {
    ...CONNECTIONS,
    byDefault: 512,
    is: 'open connections of one client or controller key; at most a quarter of all',
    bounds: 'file handles, memory',
  },
  'client-computed-at-once': {
    ...AT_ONCE,
    byDefault: 8,
    is: 'computed answers of one client under way',
    bounds: '1 to 50 ms each, some MB',
  },
  'client-writes': {
    ...AT_ONCE,
    byDefault: 1_024,
    is: 'batches of one client that wait to be written',
    bounds: '0.3 ms each',
  },
  'client-large-bodies': {
    ...AT_ONCE,
    byDefault: 2,
    is: 'bodies over 128 KiB, for many sites, or of the registry, of one client under way',
    bounds: 'up to 32 MiB and 1 s each',
  },
  'client-body-bytes': {
    ...BODY_BYTES,
    byDefault: 64 * MIB,
    is: 'bytes of bodies of one client or address under way',
    bounds: 'memory',
  },
  'body-bytes': {
    ...BODY_BYTES,
    byDefault: 128 * MIB,
    is: 'the same for all: beyond it, a client with more than an equal part gets 503',
    bounds: 'memory',
  },
  'client-streams': {
    ...AT_ONCE,
    byDefault: 256,
    is: 'open event streams of one client',
    bounds: '40 µs for each event',
  },
  'client-waits': {
    ...AT_ONCE,
    byDefault: 64,
    is: 'open requests with `wait=accepted` of one client',
    bounds: 'some µs for each change',
  },
  'client-open-holds': {
    ...AT_ONCE,
    byDefault: 100,
    is: 'open holds that one client made; more get 409',
    bounds: 'a look for each batch',
  },
  'client-history-bytes-per-day': {
    ...BYTES,
    byDefault: 256 * MIB,
    is: 'bytes of history that one client writes on one site in a day of UTC',
    bounds: 'disk',
  },
  'client-webhooks': {
    ...WEBHOOKS,
    byDefault: 20,
    is: 'webhooks of one client; more get 409',
    bounds: 'a look for each event',
  },
  'client-webhook-attempts': {
    ...WEBHOOKS,
    byDefault: 8,
    is: 'messages to the webhooks of one client under way, at most half of them to webhooks that fail',
    bounds: 'up to 15 s, 2 ms each',
  },
  'client-webhook-tests': {
    ...WEBHOOKS,
    byDefault: 2,
    is: 'tests of webhooks of one client under way',
    bounds: 'up to 15 s each',
  },
  'webhook-attempts-kept': {
    min: 100,
    max: 1_000_000,
    byDefault: 10_000,
    is: 'latest attempts of one webhook in its log',
    bounds: '300 bytes each',
  },
  'key-polls': {
    ...AT_ONCE,
    byDefault: 2,
    is: 'open long polls of one controller key',
    bounds: 'a connection each',
  },
  'key-calls-per-minute': {
    ...AT_ONCE,
    byDefault: 1_200,
    is: 'reports, polls and ends of sessions of one controller key, over HTTPS and MQTT',
    bounds: '0.3 to 30 ms each',
  },
  'key-bytes-per-minute': {
    ...BYTES,
    byDefault: 64 * MIB,
    is: 'bytes of the reports of one controller key',
    bounds: '30 ms for each MiB',
  },
  'address-at-once': {
    ...AT_ONCE,
    byDefault: 32,
    is: 'requests without a token of one address under way',
    bounds: 'a signature or up to 4 MB each',
  },
  'failed-auth-per-minute': {
    ...AT_ONCE,
    byDefault: 6_000,
    is: 'failed authentications from one address that get 401; more get 429',
    bounds: 'a signature or a look-up each',
  },
} as const satisfies Readonly<Record<string, Share>>;

export type ShareName = keyof typeof SHARES;

export type Shares = Readonly<Record<ShareName, number>>;

export const SHARE_NAMES = Object.keys(SHARES) as ShareName[];
