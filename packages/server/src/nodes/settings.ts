import type { SettingsReader } from '../wire/read-settings.ts';

export interface NodeSettings {
  /** What people call this node; left out, it is its host and port. */
  readonly nodeName: string | undefined;
}

export function readNodeSettings(read: SettingsReader): NodeSettings {
  return { nodeName: read.given('SETPOINT_NODE_NAME') };
}
