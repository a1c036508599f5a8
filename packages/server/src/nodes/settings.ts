import type { SettingsReader } from '../wire/settings-reader.ts';

export interface NodeSettings {
  /** What people call this node; left out, it is its host and port. */
  readonly nodeName: string | undefined;
}

export function readNodeSettings(read: SettingsReader): NodeSettings {
  return { nodeName: read.given('SETPOINT_NODE_NAME') };
}
