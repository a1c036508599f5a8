/** Work whose result many wait for: done once, and only as long as one of them still waits. */
export type SharedWork<Asker, Value> = (
  key: string,
  asker: Asker,
  work: (isWanted: () => boolean) => Promise<Value>,
) => Promise<Value>;

interface UnderWay<Asker, Value> {
  readonly askers: Set<Asker>;
  readonly result: Promise<Value>;
}

/** Shares long work among those who ask for the same thing while it is under way. */
export function shareWork<Asker, Value>(isWaiting: (asker: Asker) => boolean): SharedWork<Asker, Value> {
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
