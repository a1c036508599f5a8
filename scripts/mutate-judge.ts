import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { startVitest } from 'vitest/node';

/**
 * Alters each tolerance and each branch of the judge in turn, and says which test sees it. It writes into this checkout
 * and puts back what was there: `node scripts/mutate-judge.ts [part of a path]`.
 */
const CORE = 'packages/core/src';
const JUDGE = [
  `${CORE}/following/*.ts`,
  `${CORE}/pools/{hidden-misses,next-deviation}.ts`,
  `${CORE}/delivery/suspect-*.ts`,
];
const REVERSED: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly is: string;
  readonly text: string;
}

function mutantsOf(file: string): Mutant[] {
  const source = readFileSync(file, 'utf8');
  const found: Mutant[] = [];
  const alter = ({ start, end }: { readonly start: number; readonly end: number }, is: string) => {
    const line = source.slice(0, start).split('\n').length;
    found.push({
      file,
      line,
      was: source.slice(start, end),
      is,
      text: source.slice(0, start) + is + source.slice(end),
    });
  };
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) => source.slice(start, end);
  // A loop that does not end would hide what follows.
  const loops: Span[] = [];
  const reverse = (node: { left: Span; right: Span; operator: string; start: number; end: number }) => {
    const operator = REVERSED[node.operator];
    const isOfLoop = loops.some(({ start, end }) => start <= node.start && node.end <= end);
    if (operator !== undefined && !isOfLoop) alter(node, `(${textOf(node.left)}) ${operator} (${textOf(node.right)})`);
  };
  const negate = ({ test }: { readonly test: Span & { readonly type: string } }) => {
    if (test.type !== 'BinaryExpression') alter(test, `!(${textOf(test)})`);
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !/^[A-Z_]+$/.test(id.name) || init?.type !== 'Literal') return;
      if (typeof init.value !== 'number') return;
      alter(init, `(${textOf(init)} * 2)`);
      alter(init, `(${textOf(init)} / 2)`);
    },
    WhileStatement: ({ test }) => void loops.push(test),
    ForStatement: ({ test }) => void (test !== null && loops.push(test)),
    IfStatement: negate,
    ConditionalExpression: negate,
    BinaryExpression: reverse,
    LogicalExpression: reverse,
  }).visit(parseSync(file, source).program);
  return found;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const wanted = process.argv[2] ?? '';
// What is read for others, and not judged by.
const READ = /measured-slots|judged-pairs|\.test\./;
const files = globSync(JUDGE).filter((file) => !READ.test(file) && file.includes(wanted));
const mutants = files.toSorted().flatMap(mutantsOf);
const tests = ['following', 'pools/hidden-misses', 'pools/next-deviation', 'delivery/suspect-'];
const vitest = await startVitest(
  'test',
  tests.map((path) => `${CORE}/${path}`),
  { project: ['fast'], watch: false, bail: 1, reporters: [{}] },
);
const specifications = await vitest.globTestSpecifications(tests.map((path) => `${CORE}/${path}`));

/** The test beside a file sees most; the others are asked where it does not. */
async function seenBy(mutant: Mutant): Promise<string | undefined> {
  const beside = mutant.file.replace('.ts', '.test.ts');
  const [near, far] = [true, false].map((isNear) =>
    specifications.filter(({ moduleId }) => moduleId.endsWith(beside) === isNear),
  );
  return (await failedOf(mutant, near ?? [])) ?? (await failedOf(mutant, far ?? []));
}

async function failedOf(mutant: Mutant, run: typeof specifications): Promise<string | undefined> {
  if (run.length === 0) return undefined;
  const before = readFileSync(mutant.file, 'utf8');
  writeFileSync(mutant.file, mutant.text);
  try {
    vitest.invalidateFile(`${process.cwd()}/${mutant.file}`);
    const { testModules } = await vitest.runTestSpecifications(run);
    const failed = testModules.find((module) => module.state() === 'failed');
    const test = [...(failed?.children.allTests('failed') ?? [])][0];
    return failed && `${failed.moduleId.replace(/.*\//, '')}: ${test?.fullName ?? 'does not load'}`;
  } finally {
    writeFileSync(mutant.file, before);
    vitest.invalidateFile(`${process.cwd()}/${mutant.file}`);
  }
}

let seen = 0;
for (const mutant of mutants) {
  const test = await seenBy(mutant);
  if (test !== undefined) seen += 1;
  const place = `${mutant.file.replace(`${CORE}/`, '')}:${mutant.line}`;
  process.stdout.write(
    `${test === undefined ? 'UNSEEN' : 'seen'} ${place} ${mutant.was} → ${mutant.is} ${test ?? ''}\n`,
  );
}
process.stdout.write(`${seen} of ${mutants.length} were seen\n`);
await vitest.close();
