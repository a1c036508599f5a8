interface Share {
  readonly byDefault: number;
  readonly min: number;
  readonly max: number;
  readonly is: string;
  readonly bounds: string;
}

const AT_ONCE = { min: 1, max: 1_000_000 };
const CONNECTIONS = { min: 8, max: 1_000_000 };

/** What of the work of one client, key, address or port can be set, and what that protects; docs/look-up/configuration.md shows this table. */
export const SHARES = {
  'http-connections': {
    ...CONNECTIONS,
    byDefault: 32_768,
    is: 'open connections over HTTP',
    bounds: '15 kB each',
  },
  'mqtt-connections': {
    ...CONNECTIONS,
    byDefault: 32_768,
    is: 'the same over MQTT, encrypted or not, each',
    bounds: '15 kB each',
  },
  'client-computed-at-once': {
    ...AT_ONCE,
    byDefault: 8,
    is: 'computed answers of one client under way',
    bounds: '1 to 50 ms each, some MB',
  },
  'client-streams': {
    ...AT_ONCE,
    byDefault: 256,
    is: 'open event streams of one client',
    bounds: '40 µs for each event',
  },
  'key-calls-per-minute': {
    ...AT_ONCE,
    byDefault: 1_200,
    is: 'reports, polls and ends of sessions of one controller key, over HTTPS and MQTT',
    bounds: '0.3 to 30 ms each',
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
