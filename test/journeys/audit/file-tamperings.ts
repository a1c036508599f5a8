/** What somebody does with an export, and what `audit verify --file` says; left out, nothing shows it. */
export interface FileTampering {
  readonly what: string;
  readonly how: (lines: readonly string[]) => readonly string[];
  readonly found?: RegExp;
}

const NO_END = /does not say where it ends/;

export const FILE_TAMPERINGS: readonly FileTampering[] = [
  { what: 'nothing', how: (lines) => lines },
  { what: 'line ends of another system', how: (lines) => lines.map((line) => `${line}\r`) },
  { what: 'two lines exchanged', how: (lines) => exchanged(lines, 3), found: /is missing: next comes/ },
  { what: 'two lines merged', how: (lines) => merged(lines, 3), found: /line 4 is not JSON/ },
  { what: 'a line gone', how: (lines) => lines.toSpliced(3, 1), found: /record 4: is missing/ },
  { what: 'a line twice', how: (lines) => lines.toSpliced(3, 0, lines[3] ?? ''), found: /next comes record 4/ },
  { what: 'the last record gone', how: (lines) => lines.toSpliced(-2, 1), found: /the export is said to have/ },
  { what: 'the last lines gone', how: (lines) => lines.slice(0, -3), found: NO_END },
  { what: 'the last line gone', how: (lines) => lines.slice(0, -1), found: NO_END },
  { what: 'the last line cut within', how: (lines) => [...lines.slice(0, -1), '{"end":{"rec'], found: /is not JSON/ },
  { what: 'another number at the end', how: (lines) => ended(lines, { records: 3 }), found: /said to have 3 records/ },
  { what: 'another hash at the end', how: (lines) => ended(lines, { hash: 'x' }), found: /the export is said to have/ },
  { what: 'an end that is none', how: (lines) => ended(lines, { records: 'x' }), found: /is not a record/ },
  { what: 'a line behind the end', how: (lines) => [...lines, lines[0] ?? ''], found: /is behind the end/ },
  { what: 'two ends', how: (lines) => [...lines, ...lines.slice(-1)], found: /is behind the end/ },
  {
    what: 'an end in the middle',
    how: (lines) => lines.toSpliced(3, 0, ...lines.slice(-1)),
    found: /is behind the end/,
  },
  { what: 'records cut off with an end that fits', how: refitted },
  { what: 'nothing in it', how: () => [], found: /has no records/ },
  { what: 'an end alone', how: () => ['{"end":{"records":0,"hash":""}}'], found: /has no records/ },
  { what: 'an empty line', how: (lines) => lines.toSpliced(3, 0, ''), found: /line 4 is not JSON/ },
  { what: 'a space', how: (lines) => changed(lines, ['{', '{ ']), found: /line 4 is not as it was written/ },
  {
    what: 'a name that is there twice',
    how: (lines) => changed(lines, ['{', '{"action":"x",']),
    found: /line 4 is not as it was written/,
  },
  {
    what: 'another name of a site',
    how: (lines) => lines.map((line) => line.replace('Nord', 'Ost')),
    found: /is not what/,
  },
  { what: 'a line that is no record', how: (lines) => lines.toSpliced(3, 1, 'null'), found: /is not a record/ },
];

function exchanged(lines: readonly string[], at: number): string[] {
  return lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '');
}

function merged(lines: readonly string[], at: number): string[] {
  return lines.toSpliced(at, 2, `${lines[at]}${lines[at + 1]}`);
}

function changed(lines: readonly string[], [from, to]: readonly [string, string]): string[] {
  return lines.map((line, index) => (index === 3 ? line.replace(from, to) : line));
}

function ended(lines: readonly string[], changes: object): string[] {
  const { end } = JSON.parse(lines.at(-1) ?? '') as { end: object };
  return [...lines.slice(0, -1), JSON.stringify({ end: { ...end, ...changes } })];
}

function refitted(lines: readonly string[]): string[] {
  const kept = lines.slice(0, -3);
  const { hash } = JSON.parse(kept.at(-1) ?? '') as { hash: string };
  return [...kept, JSON.stringify({ end: { records: kept.length, hash } })];
}
