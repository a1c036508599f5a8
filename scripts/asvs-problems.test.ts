import { expect, it } from 'vitest';
import { asvsProblems } from './asvs-problems.ts';
import { testTitles } from './test-titles.ts';

const FILE = 'packages/server/src/x.test.ts';
const TEXT = `
describe.each(STORES)('a door, on %s', () => {
  it('is shut', () => { expect(textOf('a text in a test')).toBe(''); });
  it.skipIf(isOld).each([['a thief', () => knock('softly')], ['a cat', () => {}]] as const)('lets %s not in', () => {});
  it.each([{ what: 'a window', open: true }])('$what is no door', () => {});
  it(\`has \${count} hinges\`, () => {});
});
notATest('is open');
`;

const titles = testTitles(FILE, TEXT);

function problemsOf(shownBy: string): string[] {
  const sheet = `| requirements | shown by |\n|---|---|\n| 1.1.1–3, 1.2.1 | ${shownBy} |\n`;
  return asvsProblems(sheet, (file) => (file === FILE ? titles : undefined));
}

it('titles are those of tests as they are written, with the names of their rows', () => {
  expect([...titles].toSorted()).toEqual(
    [
      '$what is no door',
      'a cat',
      'a door, on %s',
      'a thief',
      'a window',
      'has ${count} hinges',
      'is shut',
      'lets %s not in',
    ].toSorted(),
  );
});

it.each([
  `\`${FILE}\` "is shut"`,
  `\`${FILE}\` "is shut", "a thief": in this way; and \`packages/server/src/y.ts\``,
  'page [behaviour](behaviour.md)',
  'not applicable: no door',
])('a row is right with %s', (shownBy) => {
  expect(problemsOf(shownBy)).toEqual([]);
});

it.each([
  ['the door is shut', 'names no test, no page and no reason why it is not applicable'],
  ['not applicable', 'names no test, no page and no reason why it is not applicable'],
  [`\`${FILE}\``, `names no test of ${FILE}`],
  [`\`${FILE}\` "is shut", "is open"`, `${FILE} has no test "is open"`],
  [`page [a](b.md); \`${FILE}\` "softly"`, `${FILE} has no test "softly"`],
  ['`test/gone.test.ts` "is shut"', 'there is no test/gone.test.ts'],
])('a row is wrong with %s', (shownBy, problem) => {
  expect(problemsOf(shownBy)).toEqual([`1.1.1–3, 1.2.1: ${problem}`]);
});
