import type { SettingsReader } from '../wire/settings-reader.ts';

export interface NodeSettings {
  /** What people call this node; left out, it is its host and a port of its own. */
  readonly nodeName: string | undefined;
  /** Whether other nodes on this machine listen at the same ports for callers and controllers. */
  readonly sharesPorts: boolean;
}

export function readNodeSettings(read: SettingsReader): NodeSettings {
  return { nodeName: read.given('SETPOINT_NODE_NAME'), sharesPorts: readSharing(read) };
}

function readSharing(read: SettingsReader): boolean {
  const sharesPorts = read.choice('SETPOINT_SHARED_PORTS', 'off', ['off', 'on']) === 'on';
  const hasDatabase = (read.given('DATABASE_URL') ?? read.given('DATABASE_URL_FILE')) !== undefined;
  if (sharesPorts && !hasDatabase) {
    read.refuse('SETPOINT_SHARED_PORTS: nodes share ports over one database; set DATABASE_URL');
  }
  if (sharesPorts && process.platform !== 'linux')
    read.refuse('SETPOINT_SHARED_PORTS: only Linux deals connections out');
  return sharesPorts;
}
