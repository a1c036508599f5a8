/** What the fleet process is asked to do, in order. */
export type FleetRequest =
  | ({ kind: 'connect' } & FleetPlan)
  | { kind: 'reconnect' }
  | { kind: 'acknowledged' }
  | ({ kind: 'push' } & PushPlan)
  | ({ kind: 'signal' } & SignalPlan)
  | { kind: 'saturate'; warmUpMs: number; measureMs: number };

export interface FleetPlan {
  binding: 'mqtt' | 'poll';
  /** The port of the HTTP interface. */
  httpPort: number;
  mqttPort: number;
  /** How many may be on their way to be online at a time; all at once when left out. */
  atOnce?: number;
  reportEveryMs: number;
  /** Whether orders of pools are taken by their own way (MQTT alone). */
  takesOrders?: boolean;
  sites: readonly FleetSite[];
}

export interface PushPlan {
  token: string;
  /** The HTTP port of the node that takes the schedules; left out, it is the controllers' own. */
  postPort?: number;
  perSecond: number;
  warmUpMs: number;
  measureMs: number;
  firstStamp: number;
}

export interface FleetSite {
  siteId: string;
  controllerKey: string;
}

export interface Online {
  /** From the first connection to the acknowledgement of the last controller's first report. */
  onlineAfterMs: number;
}

/** From a POST to the snapshot with its content in the controller's hands. */
export interface Pushed {
  count: number;
  p50Ms: number;
  p99Ms: number;
  nextStamp: number;
}

/** Pools, each asked for another power in each tick: in one call, or by a batch for each of its sites. */
export interface SignalPlan {
  token: string;
  by: 'signal' | 'batches';
  pools: readonly SignalledPool[];
  everyMs: number;
  ticks: number;
  firstSequence: number;
}

export interface SignalledPool {
  poolId: string;
  siteIds: readonly string[];
  /** What all its members can give together. */
  mostKw: number;
}

/** From sending a signal until the last member had what it asks of it. */
export interface Signalled {
  count: number;
  p50Ms: number;
  p99Ms: number;
  /** Until the call was answered. */
  answeredP50Ms: number;
}

export interface Saturated {
  reportsPerSecond: number;
  /** What each site said last that was acknowledged, by siteId. */
  lastPowersKw: Record<string, number>;
}

/** How long a signal holds by itself. */
export const CYCLES_IN_FORCE = 3;

export const HOST = '127.0.0.1';
