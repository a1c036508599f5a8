import { Resolver } from 'node:dns';
import type { SettingsReader } from '../wire/settings-reader.ts';
import { LOG_LEVELS, type LogLevel } from './open-log.ts';

/** How people call the command line where nothing else is said. */
export const USUAL_COMMAND = 'setpoint';

export interface ProcessSettings {
  readonly logLevel: LogLevel;
  /** For how long a process that is to stop still serves, while it says that it is not ready. */
  readonly drainMs: number;
  /** Where the names of webhooks and issuers are looked up; none for the name servers of the system. */
  readonly nameServers: readonly string[];
  /** How people call the command line here. */
  readonly command: string;
}

export function readProcessSettings(read: SettingsReader): ProcessSettings {
  return {
    logLevel: read.choice('SETPOINT_LOG_LEVEL', 'info', LOG_LEVELS),
    drainMs: read.integer('SETPOINT_DRAIN_SECONDS', 0, { min: 0, max: 300 }) * 1_000,
    nameServers: readNameServers(read),
    command: read.text('SETPOINT_COMMAND', USUAL_COMMAND),
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
