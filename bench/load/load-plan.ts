/** What the load process is told on stdin. */
export interface LoadPlan {
  /** The connections are dealt out among them, and their CPU time is charged to the requests. */
  servers: readonly LoadedServer[];
  connections: number;
  warmUpMs: number;
  measureMs: number;
  method: 'GET' | 'POST';
  /** Connection i walks paths i, i + connections, … and starts over; fewer paths are shared. */
  paths: readonly string[];
  headers: Record<string, string>;
  expectStatus: number;
  /** One file with the exact body of every path in turn; absent where the answers' bytes are new each time. */
  expectBodies?: { file: string; lengths: readonly number[] };
  body?: StampedBody;
}

export interface LoadedServer {
  host: string;
  port: number;
  pid: number;
}

/** A body of which the eight digits at `stampAt` differ in every request, so that what was stored can be told apart. */
export interface StampedBody {
  text: string;
  stampAt: number;
  firstStamp: number;
}

export const STAMP_DIGITS = 8;

/** What it answers on stdout. */
export interface LoadResult {
  ratePerSecond: number;
  p50Ms: number;
  p99Ms: number;
  serverMicrosPerRequest: number;
  /** Every answered request, warm-up included. */
  answered: number;
  nextStamp: number;
  /** The last stamp each connection had acknowledged for a path. */
  lastStamps: Record<string, number[]>;
  faultCount: number;
  faults: string[];
}
