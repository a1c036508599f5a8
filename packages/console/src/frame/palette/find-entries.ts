import type { Entry } from './entry.ts';
import type { SiteTask } from './site-tasks.ts';

export interface Question {
  readonly entries: readonly Entry[];
  /** What can be done with a site. */
  readonly tasks?: readonly SiteTask[] | undefined;
  readonly query: string;
  /** Where somebody was, the latest first. */
  readonly recent: readonly string[];
}

/** As many as a screen shows without scrolling. */
const MOST = 12;
/** The others of a kind come last, so that a thousand sites of one name leave room for a pool. */
const FIRST_OF_KIND = 6;
const SHORTEST_VERB = 3;
const RANKS = { exact: 0, begins: 1, word: 2, within: 3, also: 4 } as const;

/** What matches every word that was typed, the best first; without any, where one was, then the views. */
export function findEntries({ entries, tasks = [], query, recent }: Question): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return beforeTyping(entries, recent);
  const places = new Map(recent.map((href, index) => [href, index]));
  const ranked = (some: readonly Entry[], by: readonly string[]) =>
    some
      .flatMap((entry) => {
        const rank = rankOf(entry, by);
        return rank === undefined ? [] : [{ entry, rank, place: places.get(entry.href) ?? places.size }];
      })
      .toSorted((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ entry }) => entry);
  const matches = ranked(entries, words);
  const sites = entries.filter(({ kind }) => kind === 'Site');
  const asked = tasks.flatMap((task) => {
    const name = words.filter((word) => !isVerb(task, word));
    const isAsked = name.length > 0 && name.length < words.length;
    return isAsked ? ranked(sites, name).slice(0, FIRST_OF_KIND).map(task.entryFor) : [];
  });
  const all = [...asked, ...matches, ...tasksOfOne(tasks, matches)];
  return mixed([...new Map(all.map((entry) => [entry.href, entry])).values()]).slice(0, MOST);
}

function isVerb({ verbs }: SiteTask, word: string): boolean {
  return word.length >= SHORTEST_VERB && verbs.some((verb) => verb.startsWith(word));
}

/** Where a name leaves one site alone, what can be done with it. */
function tasksOfOne(tasks: readonly SiteTask[], matches: readonly Entry[]): readonly Entry[] {
  const [site, another] = matches.filter(({ kind }) => kind === 'Site');
  return site === undefined || another !== undefined ? [] : tasks.map(({ entryFor }) => entryFor(site));
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
  const isFound = words.every((word) => name.includes(word) || ` ${also}`.includes(` ${word}`));
  if (!isFound) return undefined;
  const query = words.join(' ');
  if (name === query) return RANKS.exact;
  if (name.startsWith(query)) return RANKS.begins;
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return RANKS.word;
  return words.some((word) => name.includes(word)) ? RANKS.within : RANKS.also;
}
