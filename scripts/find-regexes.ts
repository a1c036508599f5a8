import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/** A regular expression somewhere in the code. */
export interface FoundRegex {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export interface FoundRegexes {
  readonly regexes: readonly FoundRegex[];
  /** How many are put together from parts, which only the running code knows. */
  readonly built: number;
}

type Node = Readonly<Record<string, unknown>>;

/** Every regular expression of a file: literals, the patterns of schemas, and how many others there are. */
export function findRegexes(file: string, text = readFileSync(file, 'utf8')): FoundRegexes {
  const regexes: FoundRegex[] = [];
  let built = 0;
  const left: unknown[] = [parseSync(file, text).program];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    left.push(...Object.values(node));
    const found = regexOf(node as Node);
    if (found === 'built') built += 1;
    else if (found !== undefined) regexes.push({ file, ...found });
  }
  return { regexes, built };
}

function regexOf(node: Node): Omit<FoundRegex, 'file'> | 'built' | undefined {
  if (isNode(node['regex'])) return { source: String(node['regex']['pattern']), flags: String(node['regex']['flags']) };
  if (node['type'] === 'Property' && isNode(node['key']) && node['key']['name'] === 'pattern') {
    const source = textOf(node['value']);
    return source === undefined ? undefined : { source, flags: 'u' };
  }
  const isCall = node['type'] === 'NewExpression' || node['type'] === 'CallExpression';
  return isCall && isNode(node['callee']) && node['callee']['name'] === 'RegExp' ? 'built' : undefined;
}

/** A text that is written out, as it is or as String.raw. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node['type'] === 'Literal' && typeof node['value'] === 'string') return node['value'];
  const quasi = node['type'] === 'TaggedTemplateExpression' ? node['quasi'] : undefined;
  const parts = isNode(quasi) && Array.isArray(quasi['quasis']) ? (quasi['quasis'] as unknown[]) : [];
  const [only, ...more] = parts;
  const value = isNode(only) && more.length === 0 ? only['value'] : undefined;
  return isNode(value) ? String(value['raw']) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
