/** Things by a name that some of them share, each group in the order in which they came. */
export interface NamedGroups<Thing> {
  add(name: string, thing: Thing): void;
  remove(name: string, thing: Thing): void;
  sizeOf(name: string): number;
  oldestOf(name: string): Thing | undefined;
}

export function groupByName<Thing>(): NamedGroups<Thing> {
  const groups = new Map<string, Set<Thing>>();
  return {
    add(name, thing) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, new Set([thing]));
      else group.add(thing);
    },
    remove(name, thing) {
      const group = groups.get(name);
      if (group?.delete(thing) === true && group.size === 0) groups.delete(name);
    },
    sizeOf: (name) => groups.get(name)?.size ?? 0,
    oldestOf: (name) => oldest(groups.get(name) ?? []),
  };
}

/** The first of what keeps the order in which things came. */
export function oldest<Thing>(things: Iterable<Thing>): Thing | undefined {
  for (const thing of things) return thing;
  return undefined;
}
