/** Below 0 if the first of two versions is the older one, above if it is the newer, by the rules of SemVer. */
export function compareReleases(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (const index of [0, 1, 2]) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  // A candidate comes before its release.
  if (a.candidate.length === 0 || b.candidate.length === 0) return b.candidate.length - a.candidate.length;
  return compareCandidates(a.candidate, b.candidate);
}

function partsOf(release: string): { readonly numbers: number[]; readonly candidate: string[] } {
  const [version = ''] = release.split('+');
  const [core = '', ...candidate] = version.split('-');
  const said = candidate.join('-');
  return { numbers: core.split('.').map(Number), candidate: said === '' ? [] : said.split('.') };
}

function compareCandidates(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const counterpart = other[index];
    if (counterpart === undefined) return 1;
    if (part !== counterpart) return comparePart(part, counterpart);
  }
  return one.length - other.length;
}

function comparePart(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  // A number comes before a word.
  if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1;
  return one < other ? -1 : 1;
}
