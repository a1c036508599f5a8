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
    is: 'Open connections over HTTP; unless set, a third of `SETPOINT_CONNECTIONS`, if that is more.',
    bounds: 'memory, about 15 kB each',
  },
  'mqtt-connections': {
    ...CONNECTIONS,
    byDefault: 32_768,
    is: 'The same over MQTT, encrypted or not, each.',
    bounds: 'memory, about 15 kB each',
  },
  'ops-connections': {
    ...CONNECTIONS,
    byDefault: 64,
    is: 'Open connections to the operations port.',
    bounds: 'file handles',
  },
  'unauthenticated-connections': {
    ...CONNECTIONS,
    byDefault: 2_048,
    is: 'Open connections at each port over which nobody has authenticated yet; at most a quarter of all.',
    bounds: 'file handles and memory',
  },
  'address-connections': {
    ...CONNECTIONS,
    min: 1,
    byDefault: 512,
    is: 'The same from one address (of IPv6, one /64); at most a sixteenth of all.',
    bounds: 'file handles and memory',
  },
  'client-connections': {
    ...CONNECTIONS,
    byDefault: 512,
    is: 'Open connections of one client, or of one controller key; at most a quarter of all.',
    bounds: 'file handles and memory',
  },
  'client-computed-at-once': {
    ...AT_ONCE,
    byDefault: 8,
    is: 'Answers that take computing and one client has under way.',
    bounds: '1 to 50 ms of processor time each, and some MB',
  },
  'client-writes': {
    ...AT_ONCE,
    byDefault: 1_024,
    is: 'Batches of one client that wait to be written; a body for many sites counts as one of its large bodies.',
    bounds: '0.3 ms of the thread or database that writes each',
  },
  'client-large-bodies': {
    ...AT_ONCE,
    byDefault: 2,
    is: 'Bodies over 128 KiB, for many sites, or of the registry, that one client has under way.',
    bounds: 'up to 32 MiB and a second of processor time each, in turns',
  },
  'client-body-bytes': {
    ...BODY_BYTES,
    byDefault: 64 * MIB,
    is: 'Bytes of bodies that one client or address has under way, however slowly they come.',
    bounds: 'memory',
  },
  'body-bytes': {
    ...BODY_BYTES,
    byDefault: 128 * MIB,
    is: 'The same for all together: beyond it, a client that holds more than an equal part gets 503.',
    bounds: 'memory',
  },
  'client-streams': {
    ...AT_ONCE,
    byDefault: 256,
    is: 'Event streams that one client has open.',
    bounds: 'a connection each, and 40 µs for each event',
  },
  'client-waits': {
    ...AT_ONCE,
    byDefault: 64,
    is: 'Requests with `wait=accepted` that one client has open.',
    bounds: 'a connection each, and some µs for each change of the site',
  },
  'client-open-holds': {
    ...AT_ONCE,
    byDefault: 100,
    is: 'Open holds that one client made; more get 409.',
    bounds: 'what each batch and each list of holds looks through',
  },
  'client-history-bytes-per-day': {
    ...BYTES,
    byDefault: 256 * MIB,
    is: 'Bytes of history that one client writes on one site in a day of UTC.',
    bounds: 'disk, for as long as history is kept',
  },
  'client-webhooks': {
    ...WEBHOOKS,
    byDefault: 20,
    is: 'Webhooks that one client has; more get 409.',
    bounds: 'what each event is looked at for',
  },
  'client-webhook-attempts': {
    ...WEBHOOKS,
    byDefault: 8,
    is: 'Messages to the webhooks of one client that are under way, half of them at most to webhooks that fail.',
    bounds: 'a connection each, for up to 15 s, and 2 ms of processor time',
  },
  'client-webhook-tests': {
    ...WEBHOOKS,
    byDefault: 2,
    is: 'Tests of webhooks that one client has under way.',
    bounds: 'a connection each, for up to 15 s',
  },
  'webhook-attempts-kept': {
    min: 100,
    max: 1_000_000,
    byDefault: 10_000,
    is: 'Attempts of one webhook that the log keeps, the latest.',
    bounds: '300 bytes of disk each',
  },
  'key-polls': {
    ...AT_ONCE,
    byDefault: 2,
    is: 'Long polls that one controller key has open.',
    bounds: 'a connection each; all who are sent one schedule share its memory',
  },
  'key-calls-per-minute': {
    ...AT_ONCE,
    byDefault: 1_200,
    is: 'Reports, polls and ends of sessions of one controller key, over HTTPS and MQTT together.',
    bounds: '0.3 to 30 ms of processor time each, and an event for each change',
  },
  'key-bytes-per-minute': {
    ...BYTES,
    byDefault: 64 * MIB,
    is: 'Bytes of the reports of one controller key.',
    bounds: '30 ms of processor time for each MiB',
  },
  'address-at-once': {
    ...AT_ONCE,
    byDefault: 32,
    is: 'Requests without a token that one address has under way.',
    bounds: 'a signature or up to 4 MB each',
  },
  'failed-auth-per-minute': {
    ...AT_ONCE,
    byDefault: 6_000,
    is: 'Failed authentications from one address that are answered with 401; more get 429.',
    bounds: 'a signature or a look-up each',
  },
} as const satisfies Readonly<Record<string, Share>>;

export type ShareName = keyof typeof SHARES;

export type Shares = Readonly<Record<ShareName, number>>;

export const SHARE_NAMES = Object.keys(SHARES) as ShareName[];
