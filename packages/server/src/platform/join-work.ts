/** Work whose result many wait for: done once, and only as long as one of them still waits. */
export type JoinedWork<Asker, Value> = (
  key: string,
  asker: Asker,
  work: (isWanted: () => boolean) => Promise<Value>,
) => Promise<Value>;

interface UnderWay<Asker, Value> {
  readonly askers: Set<Asker>;
  readonly result: Promise<Value>;
}

/** Lets those who ask for the same long work while it is under way wait for one result. */
export function joinWork<Asker, Value>(isWaiting: (asker: Asker) => boolean): JoinedWork<Asker, Value> {
  const underWay = new Map<string, UnderWay<Asker, Value>>();
  return (key, asker, work) => {
    const known = underWay.get(key);
    if (known !== undefined && [...known.askers].some(isWaiting)) {
      known.askers.add(asker);
      return known.result;
    }
    const askers = new Set([asker]);
    const result = work(() => [...askers].some(isWaiting)).finally(() => {
      if (underWay.get(key)?.result === result) underWay.delete(key);
    });
    underWay.set(key, { askers, result });
    return result;
  };
}
