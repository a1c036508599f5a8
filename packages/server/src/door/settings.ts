import type { SettingsReader } from '../wire/settings-reader.ts';

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

const RANGE = { min: 8, max: 1_000_000 };

export function readConnectionSettings(read: SettingsReader): ConnectionSettings {
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
