import type { OpenLink } from '../protocol/link.ts';

/** The traffic between many controllers and the service. */
export interface FleetFigures {
  readonly connected: number;
  readonly reports: number;
  readonly snapshots: number;
  /** From a snapshot's `issuedAt` to its arrival, over the last 10,000; null if there were none. */
  readonly lagP50Ms: number | null;
  readonly lagP99Ms: number | null;
}

export interface TrafficCounter {
  figures(): FleetFigures;
  /** The same link, counted. */
  watch(openLink: OpenLink): OpenLink;
}

const LAGS_KEPT = 10_000;

export function countTraffic(now: () => number): TrafficCounter {
  const lags: number[] = [];
  let connected = 0;
  let reports = 0;
  let snapshots = 0;

  function noteSnapshot(document: unknown): void {
    const lagMs = now() - issuedAtMs(document);
    if (Number.isFinite(lagMs)) lags[snapshots % LAGS_KEPT] = lagMs;
    snapshots += 1;
  }

  function watch(openLink: OpenLink): OpenLink {
    let isConnected = false;
    function setConnected(is: boolean): void {
      connected += Number(is) - Number(isConnected);
      isConnected = is;
    }
    return (handlers) => {
      const link = openLink({
        ...handlers,
        async onConnect(session) {
          await handlers.onConnect(session);
          setConnected(true);
        },
        onSnapshot(document) {
          noteSnapshot(document);
          return handlers.onSnapshot(document);
        },
        onLost(reason) {
          setConnected(false);
          handlers.onLost(reason);
        },
      });
      return {
        ...link,
        async send(report) {
          await link.send(report);
          reports += 1;
        },
        async close() {
          await link.close();
          setConnected(false);
        },
      };
    };
  }

  return {
    figures() {
      const sorted = lags.toSorted((a, b) => a - b);
      return {
        connected,
        reports,
        snapshots,
        lagP50Ms: quantile(sorted, 0.5),
        lagP99Ms: quantile(sorted, 0.99),
      };
    },
    watch,
  };
}

function issuedAtMs(document: unknown): number {
  const { issuedAt } = (document ?? {}) as { readonly issuedAt?: unknown };
  return typeof issuedAt === 'string' ? Date.parse(issuedAt) : Number.NaN;
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.floor(sorted.length * share)] ?? null;
}
