import type { Actor } from '@setpoint/contract';
import type { Logger } from 'pino';
import type { Metrics } from './figures/metrics.ts';

const KINDS = [
  'failed_login',
  'failed_session',
  'failed_token',
  'failed_key',
  'forbidden',
  'too_many',
  'mqtt_login',
  'mqtt_version',
  'mqtt_subscription',
  'mqtt_publish',
  'connection',
  'batch',
] as const;

/** What was refused. */
export type RefusalKind = (typeof KINDS)[number];

export interface Refused {
  readonly kind: RefusalKind;
  /** Where it came from. */
  readonly address: string;
  /** Who it is; left out for whoever proved nothing. */
  readonly actor?: Actor | undefined;
  /** What else is known of it, for the log. */
  readonly details?: Readonly<Record<string, string | number | undefined>>;
}

/** Who was refused, and how often: in the log and in the figures. */
export interface RefusalRecord {
  note(refused: Refused): void;
  /** Told of each of them, beside the log. */
  watch(watcher: (refused: Refused) => void): void;
  /** Writes what is not in the log yet. */
  stop(): void;
}

export interface Recording {
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'addCounter'>;
  readonly windowMs?: number;
}

const WINDOW_MS = 60_000;
const LINES = 60;
const LINES_OF_ADDRESS = 10;
const MOST_ADDRESSES = 1_000;

/** One kind of refusal within a minute. */
interface Window {
  lines: number;
  unwritten: number;
  readonly byAddress: Map<string, number>;
  readonly timer: NodeJS.Timeout;
}

/** Writes a line for each refusal; of many in a minute a sample, then one line that says how many more there were. */
export function createRefusalRecord({ logger, metrics, windowMs = WINDOW_MS }: Recording): RefusalRecord {
  const count = metrics.addCounter(
    'refusals_total{kind}',
    'Failed logins and refused requests, subscriptions and connections, by kind.',
    KINDS,
  );
  const watchers: ((refused: Refused) => void)[] = [];
  const windows = new Map<RefusalKind, Window>();

  function begin(kind: RefusalKind): Window {
    const timer = setTimeout(() => end(kind), windowMs).unref();
    const window: Window = { lines: 0, unwritten: 0, byAddress: new Map(), timer };
    windows.set(kind, window);
    return window;
  }
  function end(kind: RefusalKind): void {
    const window = windows.get(kind);
    if (window === undefined) return;
    clearTimeout(window.timer);
    windows.delete(kind);
    const { unwritten: more, byAddress } = window;
    if (more === 0) return;
    const [mostFrom] = [...byAddress].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
    logger.warn({ refusal: kind, more, addresses: byAddress.size, mostFrom }, 'more were refused like this');
  }
  return {
    watch: (watcher) => void watchers.push(watcher),
    note(refused) {
      const { kind, address, details } = refused;
      count(kind);
      for (const watcher of watchers) watcher(refused);
      const window = windows.get(kind) ?? begin(kind);
      const ofAddress = countAddress(window, address);
      if (window.lines >= LINES || ofAddress > LINES_OF_ADDRESS) {
        window.unwritten += 1;
        return;
      }
      window.lines += 1;
      logger.warn({ refusal: kind, address, ...details }, 'refused');
    },
    stop() {
      for (const kind of windows.keys()) end(kind);
    },
  };
}

// Beyond so many addresses the others are counted, and not told apart.
function countAddress({ byAddress }: Window, address: string): number {
  const known = byAddress.get(address);
  if (known === undefined && byAddress.size >= MOST_ADDRESSES) return 1;
  const count = (known ?? 0) + 1;
  byAddress.set(address, count);
  return count;
}
