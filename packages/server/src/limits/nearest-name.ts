/** The name that has most pairs of letters in common with a text. */
export function nearestName<Name extends string>(text: string, names: readonly Name[]): Name | undefined {
  const given = pairsOf(text);
  const likeness = (name: string) => {
    const pairs = pairsOf(name);
    return [...pairs].filter((pair) => given.has(pair)).length / (pairs.size + given.size);
  };
  return names.toSorted((one, other) => likeness(other) - likeness(one))[0];
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = text.toLowerCase().replaceAll('_', '-');
  return new Set(Array.from(letters, (_, at) => letters.slice(at, at + 2)));
}
