interface Share {
  readonly byDefault: number;
  readonly min: number;
  readonly max: number;
  readonly is: string;
}

const AT_ONCE = { min: 1, max: 1_000_000 };
const CONNECTIONS = { min: 8, max: 1_000_000 };

/** What one client, key, address or port may use, as far as it can be set; docs/look-up/configuration.md shows this table. */
export const SHARES = {
  'http-connections': {
    ...CONNECTIONS,
    byDefault: 32_768,
    is: 'open connections over HTTP',
  },
  'mqtt-connections': {
    ...CONNECTIONS,
    byDefault: 32_768,
    is: 'the same over MQTT, encrypted or not, each',
  },
  'client-computed-at-once': {
    ...AT_ONCE,
    byDefault: 8,
    is: 'computed answers of one client under way',
  },
  'client-streams': {
    ...AT_ONCE,
    byDefault: 256,
    is: 'open event streams of one client',
  },
  'key-calls-per-minute': {
    ...AT_ONCE,
    byDefault: 1_200,
    is: 'reports, polls and ends of sessions of one controller key, over HTTPS and MQTT',
  },
  'failed-auth-per-minute': {
    ...AT_ONCE,
    byDefault: 6_000,
    is: 'failed authentications from one address that get 401; more get 429',
  },
} as const satisfies Readonly<Record<string, Share>>;

export type ShareName = keyof typeof SHARES;

export type Shares = Readonly<Record<ShareName, number>>;

export const SHARE_NAMES = Object.keys(SHARES) as ShareName[];
