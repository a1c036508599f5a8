import { SHARES, type Shares } from '../limits/shares.ts';
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

/** HTTP, and MQTT in the clear and encrypted: a third each of as many as there are by default. */
const PORTS = 3;

export function readConnectionSettings(read: SettingsReader, shares: Shares): ConnectionSettings {
  const all = read.integer('SETPOINT_CONNECTIONS', undefined, { min: 32, max: 1_000_000 });
  const ofPort = (name: 'http-connections' | 'mqtt-connections') =>
    shares[name] === SHARES[name].byDefault ? Math.max(shares[name], Math.floor((all ?? 0) / PORTS)) : shares[name];
  return {
    all,
    http: ofPort('http-connections'),
    mqtt: ofPort('mqtt-connections'),
    ops: shares['ops-connections'],
    strangers: shares['unauthenticated-connections'],
    strangersOfAddress: shares['address-connections'],
    ofClient: shares['client-connections'],
  };
}
