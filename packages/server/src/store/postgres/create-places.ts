/** Places for so many at once; whoever comes later waits for one, in the order in which they came. */
export interface Places {
  /** Resolves with the way to give the place back; fails when none came free for too long. */
  take(): Promise<() => void>;
}

/** For whoever waits for nobody. */
export const FREELY: Places = { take: async () => () => undefined };

interface Waiting {
  begin(): void;
}

export function createPlaces(most: number, patienceMs: number): Places {
  const waiting = new Set<Waiting>();
  let taken = 0;

  function giveBack(): void {
    const [next] = waiting;
    if (next === undefined) {
      taken -= 1;
      return;
    }
    waiting.delete(next);
    next.begin();
  }
  return {
    async take() {
      if (taken < most) {
        taken += 1;
        return giveBack;
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(one);
          reject(new Error(`no place came free within ${patienceMs} ms`));
        }, patienceMs);
        const one: Waiting = {
          begin() {
            clearTimeout(timer);
            resolve(giveBack);
          },
        };
        waiting.add(one);
      });
    },
  };
}
