import { Resolver } from 'node:dns';
import type { SettingsReader } from '../wire/settings-reader.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How people call the command line where nothing else is said. */
export const USUAL_COMMAND = 'setpoint';

export interface ProcessSettings {
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** For how long a process that is to stop still serves, while it says that it is not ready. */
  readonly drainMs: number;
  /** Where the names of webhooks and issuers are looked up; none for the name servers of the system. */
  readonly nameServers: readonly string[];
  readonly connections: ConnectionSettings;
  /** How people call the command line here. */
  readonly command: string;
}

/** The most connections that may be open. */
export interface ConnectionSettings {
  /** Of all ports but that of operators; left out, as many as there are file handles for. */
  readonly all: number | undefined;
  readonly http: number;
  /** For controllers by MQTT, in the clear and encrypted, each. */
  readonly mqtt: number;
  readonly ops: number;
  /** That did not authenticate yet, at each port. */
  readonly strangers: number;
  /** That did not authenticate yet, at each port, from one address. */
  readonly strangersOfAddress: number;
  /** Of one client or controller key. */
  readonly ofClient: number;
}

export function readProcessSettings(read: SettingsReader): ProcessSettings {
  return {
    logLevel: read.choice('SETPOINT_LOG_LEVEL', 'info', LOG_LEVELS),
    drainMs: read.integer('SETPOINT_DRAIN_SECONDS', 0, { min: 0, max: 300 }) * 1_000,
    nameServers: readNameServers(read),
    connections: readConnections(read),
    command: read.text('SETPOINT_COMMAND', USUAL_COMMAND),
  };
}

const RANGE = { min: 8, max: 1_000_000 };

function readConnections(read: SettingsReader): ConnectionSettings {
  return {
    all: read.integer('SETPOINT_CONNECTIONS', undefined, { ...RANGE, min: 32 }),
    http: read.integer('SETPOINT_HTTP_CONNECTIONS', 32_768, RANGE),
    mqtt: read.integer('SETPOINT_MQTT_CONNECTIONS', 32_768, RANGE),
    ops: read.integer('SETPOINT_OPS_CONNECTIONS', 64, RANGE),
    strangers: read.integer('SETPOINT_UNAUTHENTICATED_CONNECTIONS', 2_048, RANGE),
    strangersOfAddress: read.integer('SETPOINT_ADDRESS_CONNECTIONS', 512, { ...RANGE, min: 1 }),
    ofClient: read.integer('SETPOINT_CLIENT_CONNECTIONS', 512, RANGE),
  };
}

function readNameServers(read: SettingsReader): string[] {
  const servers = read.list('SETPOINT_DNS_SERVERS');
  for (const server of servers.filter((one) => !isNameServer(one))) {
    read.refuse(
      `SETPOINT_DNS_SERVERS: ${JSON.stringify(server)} is not an address such as 10.0.0.53 or 10.0.0.53:5353`,
    );
  }
  return servers.filter(isNameServer);
}

function isNameServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}
