import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { MqttAddress } from './gateway/listen-mqtt.ts';
import type { MeasurementsKept } from './following/forget-old-measurements.ts';
import type { FollowingAsset, Tolerance } from '@setpoint/core';
import { listAddresses } from './store/postgres/list-addresses.ts';
import { isNetwork } from './webhooks/address-rule.ts';
import { LIMITS } from '@setpoint/contract';

/** Everything an operator can set, read from the environment once. */
export interface Config {
  readonly httpHost: string;
  readonly httpPort: number;
  readonly opsHost: string;
  readonly opsPort: number;
  readonly dataDir: string;
  /** What people call this node; left out, it is its host and port. */
  readonly nodeName: string | undefined;
  /** Where PostgreSQL is; left out, the store is a file in the data folder. */
  readonly database: DatabaseConfig | undefined;
  /** The address the service hands out; left out, it is the one it listens at. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Where controllers connect by MQTT: in the clear, and by TLS with the certificate of `tls`. */
  readonly mqtt: MqttAddress | undefined;
  readonly mqtts: MqttAddress | undefined;
  /** A JSON array of outside issuers, or the path of a file that holds one. */
  readonly issuers: string | undefined;
  readonly logLevel: LogLevel;
  /** For how long a process that is to stop still serves, while it says that it is not ready. */
  readonly drainMs: number;
  readonly maxBodyBytes: number;
  readonly maxEntries: number;
  readonly maxWaitingWrites: number;
  readonly tokenLifetimeSeconds: number;
  /** By address; a good token is never refused for them. */
  readonly failedAuthPerMinute: number;
  /** By client; 0 is no limit. */
  readonly callsPerMinute: number;
  readonly offlineAfterMs: number;
  readonly measurementsKept: MeasurementsKept;
  readonly tolerances: Readonly<Record<FollowingAsset, Tolerance>>;
  readonly historyKeptMs: number;
  /** Networks that are not public and may get webhooks all the same. */
  readonly webhookNetworks: readonly string[];
  readonly eventsKeptMs: number;
}

interface DatabaseConfig {
  readonly url: string;
  readonly connections: number;
  /** Whether a server that may lose what it acknowledged is taken all the same. */
  readonly isUnsafeAllowed: boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export type ConfigResult =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the whole environment and lists all that is wrong with it at once. */
export function readConfig(environment: Environment): ConfigResult {
  const problems: string[] = [];
  const read = createReader(environment, problems);
  const config: Config = {
    httpHost: read.text('SETPOINT_HTTP_HOST', '127.0.0.1'),
    httpPort: read.integer('SETPOINT_HTTP_PORT', 8080, { min: 0, max: 65_535 }),
    opsHost: read.text('SETPOINT_OPS_HOST', '127.0.0.1'),
    opsPort: read.integer('SETPOINT_OPS_PORT', 9464, { min: 0, max: 65_535 }),
    dataDir: read.text('SETPOINT_DATA_DIR', './data'),
    nodeName: environment['SETPOINT_NODE_NAME'],
    database: readDatabase(environment, read, problems),
    publicUrl: read.url('SETPOINT_PUBLIC_URL'),
    trustedProxies: read.list('SETPOINT_TRUSTED_PROXIES'),
    tls: read.certificate(),
    mqtt: read.mqttAddress('SETPOINT_MQTT', { host: '127.0.0.1', port: 1883 }),
    mqtts: read.mqttAddress('SETPOINT_MQTTS', { host: environment['SETPOINT_HTTP_HOST'] ?? '127.0.0.1', port: 8883 }),
    issuers: environment['SETPOINT_ISSUERS'],
    logLevel: read.choice('SETPOINT_LOG_LEVEL', 'info', LOG_LEVELS),
    drainMs: read.integer('SETPOINT_DRAIN_SECONDS', 0, { min: 0, max: 300 }) * 1_000,
    maxBodyBytes: read.integer('SETPOINT_MAX_BODY_BYTES', LIMITS.maxBodyBytes, { min: 1_024, max: 64 * 1024 * 1024 }),
    maxEntries: read.integer('SETPOINT_MAX_ENTRIES', LIMITS.maxEntries, { min: 1, max: 100_000 }),
    maxWaitingWrites: read.integer('SETPOINT_MAX_WAITING_WRITES', 4_096, { min: 1, max: 1_000_000 }),
    tokenLifetimeSeconds: read.integer('SETPOINT_TOKEN_LIFETIME_SECONDS', 3_600, { min: 60, max: 86_400 }),
    failedAuthPerMinute: read.integer('SETPOINT_FAILED_AUTH_PER_MINUTE', 6_000, { min: 1, max: 1_000_000 }),
    callsPerMinute: read.integer('SETPOINT_CLIENT_CALLS_PER_MINUTE', 0, { min: 0, max: 100_000_000 }),
    offlineAfterMs: read.integer('SETPOINT_OFFLINE_AFTER_SECONDS', 90, { min: 1, max: 86_400 }) * 1_000,
    measurementsKept: {
      minuteMs: read.integer('SETPOINT_MINUTE_MEANS_KEPT_HOURS', 48, { min: 1, max: 87_600 }) * 3_600_000,
      quarterMs: read.integer('SETPOINT_QUARTER_MEANS_KEPT_DAYS', 35, { min: 1, max: 3_650 }) * 86_400_000,
    },
    tolerances: { grid: readTolerance(read, 'SETPOINT_GRID'), bess: readTolerance(read, 'SETPOINT_BESS') },
    eventsKeptMs: read.integer('SETPOINT_EVENTS_KEPT_DAYS', 14, { min: 1, max: 3_650 }) * 86_400_000,
    webhookNetworks: readNetworks(read.list('SETPOINT_WEBHOOK_NETWORKS'), problems),
    historyKeptMs: read.integer('SETPOINT_HISTORY_KEPT_DAYS', 35, { min: 1, max: 3_650 }) * 86_400_000,
  };
  refuseOpenPort(config, environment, problems);
  refuseOpenMqtt(config, environment, problems);
  return problems.length === 0 ? { kind: 'config', config } : { kind: 'invalid', problems };
}

function readNetworks(networks: readonly string[], problems: string[]): readonly string[] {
  for (const network of networks.filter((one) => !isNetwork(one))) {
    problems.push(`SETPOINT_WEBHOOK_NETWORKS: ${JSON.stringify(network)} is no network such as 10.0.0.0/8`);
  }
  return networks.filter(isNetwork);
}

function createReader(environment: Environment, problems: string[]) {
  const text = (name: string, fallback: string) => environment[name] ?? fallback;
  const file = (name: string): string | undefined => {
    const path = environment[name];
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (cause) {
      problems.push(`${name}: ${cause instanceof Error ? cause.message : 'cannot be read'}`);
      return undefined;
    }
  };
  function integer(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const given = environment[name];
    if (given === undefined) return fallback;
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= min && value <= max) return value;
    problems.push(`${name}: ${JSON.stringify(given)} is no whole number from ${min} to ${max}`);
    return fallback;
  }
  return {
    text,
    integer,
    mqttAddress(prefix: string, { host, port }: MqttAddress): MqttAddress | undefined {
      if (environment[`${prefix}_PORT`] === 'off') return undefined;
      const chosen = integer(`${prefix}_PORT`, port, { min: 0, max: 65_535 });
      return { host: text(`${prefix}_HOST`, host), port: chosen };
    },
    list: (name: string) =>
      text(name, '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    choice<Value extends string>(name: string, fallback: Value, choices: readonly Value[]): Value {
      const given = text(name, fallback);
      const chosen = choices.find((choice) => choice === given);
      if (chosen === undefined) problems.push(`${name}: ${JSON.stringify(given)} is none of ${choices.join(', ')}`);
      return chosen ?? fallback;
    },
    url(name: string): string | undefined {
      const given = environment[name];
      if (given === undefined) return undefined;
      if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/+$/, '');
      problems.push(`${name}: ${JSON.stringify(given)} is no http or https address`);
      return undefined;
    },
    certificate(): Config['tls'] {
      const cert = file('SETPOINT_TLS_CERT');
      const key = file('SETPOINT_TLS_KEY');
      if (environment['SETPOINT_TLS_CERT'] === undefined && environment['SETPOINT_TLS_KEY'] === undefined)
        return undefined;
      if (cert !== undefined && key !== undefined) return { cert, key };
      problems.push('SETPOINT_TLS_CERT and SETPOINT_TLS_KEY: both are needed, each the path of a PEM file');
      return undefined;
    },
  };
}

function readDatabase(
  environment: Environment,
  read: ReturnType<typeof createReader>,
  problems: string[],
): DatabaseConfig | undefined {
  const url = environment['DATABASE_URL'];
  const connections = read.integer('SETPOINT_DATABASE_CONNECTIONS', 20, { min: 2, max: 1_000 });
  const durability = read.choice('SETPOINT_DATABASE_DURABILITY', 'checked', ['checked', 'unchecked']);
  if (url === undefined) return undefined;
  // Not shown: it holds a password.
  const isAddress = (address: string) => /^postgres(ql)?:$/.test(URL.parse(address)?.protocol ?? '');
  if (!listAddresses(url).every(isAddress)) problems.push('DATABASE_URL: is no postgres:// address');
  return { url, connections, isUnsafeAllowed: durability === 'unchecked' };
}

function readTolerance(read: ReturnType<typeof createReader>, prefix: string): Tolerance {
  return {
    kw: read.integer(`${prefix}_TOLERANCE_KW`, 5, { min: 0, max: 1_000_000 }),
    percent: read.integer(`${prefix}_TOLERANCE_PERCENT`, 5, { min: 0, max: 100 }),
    rampSeconds: read.integer(`${prefix}_RAMP_SECONDS`, 60, { min: 0, max: 3_600 }),
  };
}

// Bearer tokens must not cross a network in the clear.
function refuseOpenPort({ httpHost, tls }: Config, environment: Environment, problems: string[]): void {
  const given = environment['SETPOINT_TLS'];
  if (given !== undefined && given !== 'terminated-upstream') {
    problems.push(`SETPOINT_TLS: ${JSON.stringify(given)} is not terminated-upstream`);
  }
  if (isLoopback(httpHost) || tls !== undefined || given === 'terminated-upstream') return;
  problems.push(
    `SETPOINT_HTTP_HOST: ${httpHost} is open to others; set SETPOINT_TLS_CERT and SETPOINT_TLS_KEY, ` +
      'or SETPOINT_TLS=terminated-upstream when a proxy in front speaks https',
  );
}

// A controller key neither; but a private network between sites and service is an operator's to judge.
function refuseOpenMqtt({ mqtt }: Config, environment: Environment, problems: string[]): void {
  const given = environment['SETPOINT_MQTT_PLAIN'];
  if (given !== undefined && given !== 'allowed') {
    problems.push(`SETPOINT_MQTT_PLAIN: ${JSON.stringify(given)} is not allowed`);
  }
  if (mqtt === undefined || isLoopback(mqtt.host) || given === 'allowed') return;
  problems.push(
    `SETPOINT_MQTT_HOST: ${mqtt.host} is open to others and not encrypted; set SETPOINT_TLS_CERT and ` +
      'SETPOINT_TLS_KEY to use SETPOINT_MQTTS_PORT, or SETPOINT_MQTT_PLAIN=allowed on a network that you trust',
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** What an operator must mend before the service can start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
