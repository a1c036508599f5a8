/** What waits under names, one of which takes its turn after the other. */
export interface QueueByName<Thing> {
  add(name: string, thing: Thing): void;
  /** The next thing of the next name that may have one; its name then stands behind all others. */
  next(mayTake?: (name: string) => boolean): Thing | undefined;
  remove(name: string, thing: Thing): void;
  all(): Thing[];
  isEmpty(): boolean;
}

export function queueByName<Thing>(): QueueByName<Thing> {
  // In the order in which names have their next turn.
  const waiting = new Map<string, Set<Thing>>();

  function nextOf(name: string, things: Set<Thing>): Thing | undefined {
    const [thing] = things;
    waiting.delete(name);
    if (thing !== undefined) things.delete(thing);
    if (things.size > 0) waiting.set(name, things);
    return thing;
  }
  return {
    add: (name, thing) => void waiting.set(name, (waiting.get(name) ?? new Set()).add(thing)),
    next(mayTake = () => true) {
      for (const [name, things] of waiting) if (mayTake(name)) return nextOf(name, things);
      return undefined;
    },
    remove(name, thing) {
      const things = waiting.get(name);
      if (things?.delete(thing) === true && things.size === 0) waiting.delete(name);
    },
    all: () => [...waiting.values()].flatMap((things) => [...things]),
    isEmpty: () => waiting.size === 0,
  };
}
