/** The titles of the tests in a file; undefined where there is no such file. */
type TitlesOf = (file: string) => ReadonlySet<string> | undefined;

const ROW = /^\| (\d+\.\d+\.\d+[\d.–, ]*) \| (.*) \|$/gm;
const TEST = /`([\w./-]+\.test\.tsx?)`((?:,? ?"[^"]+")*)/g;
const PAGE = /\]\([^)]+\)/;
const NOT_APPLICABLE = /^not applicable: \S/;

/** What is wrong with the sheet: a row that nothing shows, or that names a test, by the beginning of its title, which is not in its file. */
export function asvsProblems(sheet: string, titlesOf: TitlesOf): string[] {
  return [...sheet.matchAll(ROW)].flatMap(([, ids = '', shownBy = '']) => {
    const tests = [...shownBy.matchAll(TEST)].map(([, file = '', titles = '']) => ({ file, titles: quoted(titles) }));
    const isShown = tests.length > 0 || PAGE.test(shownBy) || NOT_APPLICABLE.test(shownBy);
    return [
      ...(isShown ? [] : ['names no test, no page and no reason why it is not applicable']),
      ...tests.flatMap(({ file, titles }) => testProblems(file, titles, titlesOf(file))),
    ].map((problem) => `${ids}: ${problem}`);
  });
}

function testProblems(file: string, named: readonly string[], titles: ReadonlySet<string> | undefined): string[] {
  if (titles === undefined) return [`there is no ${file}`];
  if (named.length === 0) return [`names no test of ${file}`];
  const isThere = (beginning: string) => [...titles].some((title) => title.startsWith(beginning));
  return named.filter((title) => !isThere(title)).map((title) => `${file} has no test "${title}"`);
}

function quoted(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
}
