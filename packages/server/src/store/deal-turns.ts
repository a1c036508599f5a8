/** How much of one kind of work a caller may have under way, and how long more of it waits. */
export interface TurnLimit {
  readonly atOnce: number;
  /** Requests beyond these wait; more than so many are refused at once. */
  readonly waiting: number;
  readonly patienceMs: number;
}

export interface Turns {
  /** Resolves when there is room, with the way to give it back; refused when there was none for too long. */
  take(caller?: string): Promise<() => void>;
}

/** For work that waits for nobody. */
export const FREELY: Turns = { take: async () => () => undefined };

interface Waiting {
  begin(): void;
}

interface Taken {
  underWay: number;
  readonly waiting: Set<Waiting>;
}

/** Gives each caller a share of one kind of work: beyond it a request waits its turn, behind those of the same caller. */
export function dealTurns({ atOnce, waiting: mostWaiting, patienceMs }: TurnLimit, refusal: () => Error): Turns {
  const byCaller = new Map<string, Taken>();

  function giveBack(caller: string, taken: Taken): () => void {
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      const [next] = taken.waiting;
      if (next !== undefined) {
        taken.waiting.delete(next);
        next.begin();
        return;
      }
      taken.underWay -= 1;
      if (taken.underWay === 0) byCaller.delete(caller);
    };
  }
  return {
    async take(caller = '') {
      const taken = byCaller.get(caller) ?? { underWay: 0, waiting: new Set() };
      byCaller.set(caller, taken);
      if (taken.underWay < atOnce) {
        taken.underWay += 1;
        return giveBack(caller, taken);
      }
      if (taken.waiting.size >= mostWaiting) throw refusal();
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          taken.waiting.delete(waiting);
          reject(refusal());
        }, patienceMs);
        const waiting: Waiting = {
          begin() {
            clearTimeout(timer);
            resolve(giveBack(caller, taken));
          },
        };
        taken.waiting.add(waiting);
      });
    },
  };
}
