/** One piece of work at a time; of those that wait, the one whose owner was served least goes first. */
export interface FairTurns {
  take<Result>(owner: number, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  owner: number;
  begin(): Promise<void>;
}

// What an owner was served long ago must not keep it waiting now.
const halfLifeMs = 5_000;

export function fairTurns(nowMs: () => number = () => performance.now()): FairTurns {
  const served = new Map<number, { ms: number; atMs: number }>();
  let waiting: Waiting[] = [];
  let isBusy = false;

  const servedMs = (owner: number): number => {
    const { ms, atMs } = served.get(owner) ?? { ms: 0, atMs: 0 };
    return ms * 0.5 ** ((nowMs() - atMs) / halfLifeMs);
  };
  const beginNext = (): void => {
    const [next] = waiting.toSorted((a, b) => servedMs(a.owner) - servedMs(b.owner));
    isBusy = next !== undefined;
    if (next === undefined) return;
    waiting = waiting.filter((one) => one !== next);
    const startedAtMs = nowMs();
    void next.begin().finally(() => {
      served.set(next.owner, { ms: servedMs(next.owner) + nowMs() - startedAtMs, atMs: nowMs() });
      // Whoever was served may ask again before the turn goes to somebody slower.
      setImmediate(beginNext);
    });
  };

  return {
    take: (owner, work) =>
      new Promise((resolve, reject) => {
        waiting.push({ owner, begin: () => work().then(resolve, reject) });
        if (!isBusy) beginNext();
      }),
  };
}
