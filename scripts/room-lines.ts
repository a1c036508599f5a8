import { globSync, readFileSync } from 'node:fs';
import { BUDGETS } from './budgets.ts';

/** The lines of a room, comments and blank ones included: of the product, and of its tests with what they need. */
export interface RoomLines {
  readonly product: number;
  readonly tests: number;
}

const FILES = '{packages,clients,test,bench,scripts}/**/*.{ts,tsx,py,css}';
const NOT_OURS = /(^|\/)(node_modules|dist|\.venv)(\/|$)/;
const IS_TEST = /\.test\.tsx?$|(^|\/)(test|tests|testing)\//;

/** `server/alerts` for packages/server/src/alerts, the package for what lies beside its rooms, else a folder or two. */
export function roomOf(path: string): string {
  const [top = '', package_ = '', src, room, ...more] = path.split('/');
  if (top === 'packages') return src === 'src' && more.length > 0 ? `${package_}/${room}` : package_;
  return top === 'test' || top === 'clients' ? `${top}/${package_}` : top;
}

export function isTest(path: string): boolean {
  return IS_TEST.test(path);
}

/** The lines of each room as they are now. */
export function countRoomLines(): Map<string, RoomLines> {
  const paths = globSync(FILES, { exclude: (path) => NOT_OURS.test(path) });
  const counts = new Map<string, RoomLines>();
  for (const path of paths.toSorted()) {
    const lines = readFileSync(path, 'utf8').split('\n').length - 1;
    const { product, tests } = counts.get(roomOf(path)) ?? { product: 0, tests: 0 };
    const isProduct = !isTest(path);
    counts.set(roomOf(path), { product: product + (isProduct ? lines : 0), tests: tests + (isProduct ? 0 : lines) });
  }
  return counts;
}

/** What is larger than its budget in scripts/budgets.ts, or has none. */
export function budgetProblems(
  counts: ReadonlyMap<string, RoomLines>,
  budgets: Readonly<Record<string, readonly [product: number, tests: number]>> = BUDGETS,
): string[] {
  return [...counts].flatMap(([room, lines]) => {
    const [product, tests] = budgets[room] ?? [0, 0];
    const beyond = [
      ...(lines.product > product ? [`${lines.product} lines of product, ${product} allowed`] : []),
      ...(lines.tests > tests ? [`${lines.tests} lines of tests, ${tests} allowed`] : []),
    ];
    return beyond.map(
      (text) => `${room}: ${text}; make it smaller, or raise scripts/budgets.ts in a commit of its own`,
    );
  });
}
