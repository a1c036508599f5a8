import type { Shares } from '../limits/shares.ts';

/** The most connections that may be open. */
export interface ConnectionSettings {
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

export function readConnectionSettings(shares: Shares): ConnectionSettings {
  return {
    http: shares['http-connections'],
    mqtt: shares['mqtt-connections'],
    ops: 64,
    strangers: 2_048,
    strangersOfAddress: 512,
    ofClient: 512,
  };
}
