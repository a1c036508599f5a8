import { type Admission, createAdmission } from './admission.ts';
import { createConnectionPool } from './connection-pool.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import { networkList } from './network-list.ts';
import type { OpsLimits } from './open-ops-door.ts';
import type { ConnectionSettings } from './settings.ts';

/** The doors of the service. */
export interface Admissions {
  readonly http: Admission;
  readonly mqtt: Admission;
  readonly mqtts: Admission;
  readonly ops: ClosedDoor;
}

/** A door that another thread opens. */
export interface ClosedDoor {
  readonly limits: OpsLimits;
  /** To be told of each connection that was ended because there were too many. */
  readonly onRefused: (address: string) => void;
}

type Port = keyof Admissions;

export interface AdmissionSources {
  readonly settings: ConnectionSettings;
  /** How many files and connections the process may have open. */
  readonly handles: number;
  /** How many connections to the database it may have. */
  readonly databaseConnections: number;
  readonly trustedProxies: readonly string[];
  readonly metrics: Pick<Metrics, 'addCounter'>;
  readonly onRefused: (port: Port, address: string) => void;
}

/** What the process itself opens: the store, libraries, its listeners, webhooks, issuers. */
const OWN_HANDLES = 256;
const LEAST = 32;

/** The limits of each port, so that all of them together leave file handles for the service itself. */
export function openAdmissions(sources: AdmissionSources): Admissions {
  const { settings, trustedProxies, metrics, onRefused } = sources;
  const all = mostConnections(sources);
  const mostStrangers = Math.min(settings.strangers, Math.max(16, Math.floor(all / 4)));
  const ofAll = {
    mostStrangers,
    mostOfAddress: Math.min(settings.strangersOfAddress, Math.max(4, Math.floor(mostStrangers / 4))),
    mostOfOwner: Math.min(settings.ofClient, Math.max(8, Math.floor(all / 4))),
  };
  const isShared = networkList(trustedProxies);
  const count = metrics.addCounter(
    'connections_refused_total{port}',
    'Connections that were closed because there were too many, by port.',
    ['http', 'mqtt', 'mqtts', 'ops'] satisfies Port[],
  );
  const pool = createConnectionPool({ most: all, ports: 3 });
  const refusing = (port: Port) => (address: string) => {
    count(port);
    onRefused(port, address);
  };
  const door = (port: Exclude<Port, 'ops'>, most: number): Admission =>
    createAdmission({
      ...ofAll,
      places: pool.join(),
      most,
      keepsTurnover: port === 'http',
      isShared,
      now: Date.now,
      onRefused: refusing(port),
    });
  return {
    http: door('http', settings.http),
    mqtt: door('mqtt', settings.mqtt),
    mqtts: door('mqtts', settings.mqtt),
    ops: { limits: { ...ofAll, most: settings.ops, trustedProxies }, onRefused: refusing('ops') },
  };
}

/** How many connections all ports but that of operators may have together. */
function mostConnections({ settings, handles, databaseConnections }: AdmissionSources): number {
  const reserved = Math.min(handles / 2, OWN_HANDLES + databaseConnections + settings.ops);
  const { http, mqtt } = settings;
  return Math.max(LEAST, Math.min(http + 2 * mqtt, Math.floor(handles - reserved)));
}
