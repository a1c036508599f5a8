import { parseSync } from 'oxc-parser';

type Node = Readonly<Record<string, unknown>>;

const TESTS = new Set(['describe', 'it', 'test']);

/** The titles of the tests in a file, as they are written there, and the names of the rows that a test goes through. */
export function testTitles(file: string, text: string): ReadonlySet<string> {
  const titles = new Set<string>();
  const left: unknown[] = [parseSync(file, text).program];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isNode(node)) continue;
    left.push(...Object.values(node).filter((one) => one !== undefined));
    for (const name of functionNames(node)) titles.add(name);
    if (node['type'] !== 'CallExpression' || !TESTS.has(rootOf(node))) continue;
    const [title] = argumentsOf(node);
    const named = isEach(node['callee']) ? rowNames(argumentsOf(node['callee'])[0]) : [];
    for (const one of [titleOf(title, text), ...named]) if (one !== undefined) titles.add(one);
  }
  return titles;
}

/** Rows of a table that are functions by their titles. */
function functionNames({ type, key, value }: Node): string[] {
  const isFunction = isNode(value) && value['type'] === 'ArrowFunctionExpression';
  return type === 'Property' && isFunction ? rowNames(key) : [];
}

/** `it` of `it.skipIf(…).each(…)`. */
function rootOf(node: unknown): string {
  if (!isNode(node)) return '';
  return node['type'] === 'Identifier' ? String(node['name']) : rootOf(node['callee'] ?? node['object']);
}

function isEach(node: unknown): node is Node {
  const callee = isNode(node) ? node['callee'] : undefined;
  const property = isNode(callee) ? callee['property'] : undefined;
  return isNode(property) && property['name'] === 'each';
}

/** What is written out in the rows themselves, not in what they run. */
function rowNames(table: unknown): string[] {
  if (!isNode(table)) return [];
  if (table['type'] === 'Literal') return typeof table['value'] === 'string' ? [table['value']] : [];
  const parts = table['elements'] ?? table['properties'] ?? table['value'] ?? table['expression'];
  return Array.isArray(parts) ? parts.flatMap(rowNames) : rowNames(parts);
}

function titleOf(node: unknown, text: string): string | undefined {
  if (!isNode(node)) return undefined;
  if (node['type'] === 'TemplateLiteral') return text.slice(Number(node['start']) + 1, Number(node['end']) - 1);
  return node['type'] === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

function argumentsOf(node: unknown): readonly unknown[] {
  const given = isNode(node) ? node['arguments'] : undefined;
  return Array.isArray(given) ? (given as unknown[]) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
