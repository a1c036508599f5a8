/** Something that can be gone to. */
export interface Entry {
  readonly href: string;
  readonly label: string;
  readonly kind: 'View' | 'Site' | 'Pool' | 'Client' | 'Docs';
  /** Other words by which it is found, such as an id. */
  readonly also?: string;
}

export interface Question {
  readonly entries: readonly Entry[];
  readonly query: string;
  /** Where somebody was, the latest first. */
  readonly recent: readonly string[];
}

/** As many as a screen shows without scrolling. */
const MOST = 12;
/** The others of a kind come last, so that a thousand sites of one name leave room for a pool. */
const FIRST_OF_KIND = 6;
const RANKS = { exact: 0, begins: 1, word: 2, within: 3 } as const;

/** What matches every word that was typed, the best first; without any, where one was, then the views. */
export function findEntries({ entries, query, recent }: Question): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return beforeTyping(entries, recent);
  const places = new Map(recent.map((href, index) => [href, index]));
  const matches = entries
    .flatMap((entry) => {
      const rank = rankOf(entry, words);
      return rank === undefined ? [] : [{ entry, rank, place: places.get(entry.href) ?? places.size }];
    })
    .toSorted((one, other) => one.rank - other.rank || one.place - other.place)
    .map(({ entry }) => entry);
  return mixed(matches).slice(0, MOST);
}

function mixed(matches: readonly Entry[]): readonly Entry[] {
  const counts = new Map<Entry['kind'], number>();
  const [first, others]: [Entry[], Entry[]] = [[], []];
  for (const match of matches) {
    const count = (counts.get(match.kind) ?? 0) + 1;
    counts.set(match.kind, count);
    (count > FIRST_OF_KIND ? others : first).push(match);
  }
  return [...first, ...others];
}

function beforeTyping(entries: readonly Entry[], recent: readonly string[]): readonly Entry[] {
  const byHref = new Map(entries.map((entry) => [entry.href, entry]));
  const visited = recent.flatMap((href) => byHref.get(href) ?? []);
  const views = entries.filter((entry) => entry.kind === 'View' && !visited.includes(entry));
  return [...visited, ...views].slice(0, MOST);
}

function rankOf({ label, also = '' }: Entry, words: readonly string[]): number | undefined {
  const name = label.toLowerCase();
  const isFound = words.every((word) => name.includes(word) || also.startsWith(word));
  if (!isFound) return undefined;
  const query = words.join(' ');
  if (name === query) return RANKS.exact;
  if (name.startsWith(query)) return RANKS.begins;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? RANKS.word : RANKS.within;
}
