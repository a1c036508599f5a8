/** Places for connections that several ports share; each has some that no other can take. */
export interface ConnectionPool {
  join(): PortPlaces;
}

/** The places that one port can have. */
export interface PortPlaces {
  /** How many of them no other port can take. */
  readonly own: number;
  /** How many it shares with the others. */
  readonly shared: number;
  hasRoom(): boolean;
  take(): void;
  giveBack(): void;
}

export interface PoolSize {
  readonly most: number;
  readonly ports: number;
}

const LEAST_OWN = 8;
const MOST_OWN = 256;

export function createConnectionPool({ most, ports }: PoolSize): ConnectionPool {
  const own = Math.min(MOST_OWN, Math.max(LEAST_OWN, Math.floor(most / 16)));
  const shared = Math.max(0, most - own * ports);
  let sharedTaken = 0;
  return {
    join() {
      let taken = 0;
      return {
        own,
        shared,
        hasRoom: () => taken < own || sharedTaken < shared,
        take() {
          taken += 1;
          if (taken > own) sharedTaken += 1;
        },
        giveBack() {
          if (taken > own) sharedTaken -= 1;
          taken -= 1;
        },
      };
    },
  };
}
