import type { PlantTarget } from '../driver/driver.ts';

/** What can be controlled. */
type GenerationKind = 'bess' | 'genset' | 'solar' | 'wind';
/** What a meter alone stands for. */
type MeteredKind = 'grid' | 'load' | 'ev' | 'heatpump';
export type SunspecKind = GenerationKind | MeteredKind;

export interface SunspecDeviceConfig {
  /** Unique on the site; it stays when the device is replaced. */
  uid: string;
  name: string;
  kind: SunspecKind;
  host: string;
  /** 502 when left out. */
  port?: number;
  /** 1 when left out. */
  unitId?: number;
  /** Where the list of models begins; 40000, 50000 and 0 are tried when left out. */
  baseAddress?: number;
  /** Ratings for a device that states none, or to narrow what it states. Generation is positive, charging negative. */
  upperKw?: number;
  lowerKw?: number;
  /** What a positive power of its meter is; import if left out. */
  positiveIs?: 'import' | 'export';
  /** Control it even though it has no reversion timer: it then keeps its last order when the controller dies. */
  allowWithoutReversion?: boolean;
  /** How long its power may be away from its orders, as that of a slow ramp is; 30 if left out. */
  patienceSeconds?: number;
}

export interface SunspecSiteConfig {
  name: string;
  devices: readonly SunspecDeviceConfig[];
  /** How long a device obeys an order that is not renewed; 60 if left out. */
  reversionSeconds?: number;
  /** Applies to connecting, and to each answer; 3000 if left out. */
  timeoutMs?: number;
}

/** How each kind is controlled, and by which part of the target. */
export const controlOfKind = {
  bess: { target: 'bessKw', control: 'setpoint' },
  genset: { target: 'gensetKw', control: 'setpoint' },
  solar: { target: 'solarMaxKw', control: 'limit' },
  wind: { target: 'windMaxKw', control: 'limit' },
} as const satisfies Record<GenerationKind, { target: keyof PlantTarget; control: 'setpoint' | 'limit' }>;

export const meteredKinds = ['grid', 'load', 'ev', 'heatpump'] as const satisfies MeteredKind[];

export function isGeneration(kind: SunspecKind): kind is GenerationKind {
  return kind in controlOfKind;
}

export function isMetered(kind: SunspecKind): kind is MeteredKind {
  return !isGeneration(kind);
}

export function addressOf({ host, port = 502 }: SunspecDeviceConfig): string {
  return `${host.toLowerCase()}:${port}`;
}
