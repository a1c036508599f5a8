import { type Admission, createAdmission } from './admission.ts';
import { createConnectionPool } from './connection-pool.ts';
import { networkList } from './network-list.ts';

/** The limits of the operations port, as they cross to its thread. */
export interface OpsLimits {
  readonly most: number;
  readonly mostStrangers: number;
  readonly mostOfAddress: number;
  readonly mostOfOwner: number;
  readonly trustedProxies: readonly string[];
}

/** Its places are its own: what the other ports have open takes none of them. */
export function openOpsDoor({ trustedProxies, ...limits }: OpsLimits, onRefused: (address: string) => void): Admission {
  const places = createConnectionPool({ most: limits.most, ports: 1 }).join();
  const isShared = networkList(trustedProxies);
  return createAdmission({ ...limits, places, keepsTurnover: false, isShared, now: Date.now, onRefused });
}
