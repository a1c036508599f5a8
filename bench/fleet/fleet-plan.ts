/** What the fleet process is asked to do, in order. */
export type FleetRequest =
  | ({ kind: 'connect' } & FleetPlan)
  | { kind: 'reconnect' }
  | { kind: 'acknowledged' }
  | ({ kind: 'push' } & PushPlan)
  | { kind: 'saturate'; warmUpMs: number; measureMs: number };

export interface FleetPlan {
  binding: 'mqtt' | 'poll';
  /** The port of the HTTP interface. */
  httpPort: number;
  mqttPort: number;
  /** How many may be on their way to be online at a time; all at once when left out. */
  atOnce?: number;
  reportEveryMs: number;
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

export interface Saturated {
  reportsPerSecond: number;
  /** What each site said last that was acknowledged, by siteId. */
  lastPowersKw: Record<string, number>;
}

export const HOST = '127.0.0.1';
