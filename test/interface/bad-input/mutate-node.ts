import { badTimestamps } from '../../model/bad-timestamps.ts';
import { type JsonNode, type Member, nodeOf } from './json-node.ts';

/** The part of JSON Schema that the requests are made of. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const DEEP = `${'['.repeat(30)}${']'.repeat(30)}`;
const ANYWHERE = [
  'null',
  'true',
  'false',
  '0',
  '1',
  '-1',
  '""',
  '"5"',
  '"null"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"a":1}',
  DEEP,
  '',
  ' ',
  '-',
  ',',
  'NaN',
  'undefined',
  "'a'",
  '"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\x"',
  '"\\u12"',
  '{"__proto__":null}',
  '{"constructor":{}}',
  '{"toString":1}',
  '{"length":1}',
  '1 2',
  '/**/1',
  '1//',
].map(raw);

const NUMBERS = [
  '1e400',
  '-1e400',
  '1e308',
  '-0',
  '-0.0',
  '0e0',
  '1e-400',
  '5e-324',
  '9007199254740993',
  '100.0000001',
  '1E+2',
  '01',
  '+1',
  '.5',
  '5.',
  '0x10',
  '1_0',
  '1e',
  '1e+',
  '--1',
  'Infinity',
  '-Infinity',
  '1n',
  '１',
  '9'.repeat(400),
].map(raw);

const TEXTS = [
  '',
  ' ',
  '\0',
  '\ufeff',
  '€',
  '🔌',
  'a'.repeat(5_000),
  '__proto__',
  'constructor',
  "'; drop table site; --",
];
const KEYS = ['extra', '', '__proto__', 'constructor', 'toString', 'a/b~c', '0', '🔌', '\u0000', 'k'.repeat(300)];
const TIMESTAMPS = [
  ...badTimestamps,
  '2026-06-01t00:00:00z',
  '2026-06-01T00:00:00.123456789+02:00',
  '2026-06-01T00:00:00-00:00',
];
const IDS = [
  '0',
  'urn:uuid:5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001',
  '5F0C1C5E-7F0B-4A55-9F6E-0A4F3F1F0001',
  '5f0c1c5e7f0b4a559f6e0a4f3f1f0001',
  '../etc',
];

/** Everything that one node can become by one change, in itself or below. */
export function* mutateNode(shape: Shape, node: JsonNode): Generator<JsonNode> {
  yield* ANYWHERE;
  yield* mutateLeaf(shape);
  if ('members' in node) yield* mutateObject(shape, node.members);
  if ('items' in node) yield* mutateArray(shape, node.items);
}

function* mutateLeaf({ type, format, enum: choices }: Shape): Generator<JsonNode> {
  if (type === 'number') yield* NUMBERS;
  if (format === 'date-time') yield* TIMESTAMPS.map(nodeOf);
  if (format === 'uuid') yield* IDS.map(nodeOf);
  if (type === 'string') yield* TEXTS.map(nodeOf);
  for (const choice of choices ?? []) {
    yield nodeOf(choice);
    for (const text of [`${String(choice)} `, String(choice).toUpperCase(), `${String(choice)}\0`]) yield nodeOf(text);
  }
}

function* mutateObject({ properties = {} }: Shape, members: readonly Member[]): Generator<JsonNode> {
  for (const [index, [key, value]] of members.entries()) {
    const replace = (...by: Member[]) => ({ members: members.toSpliced(index, 1, ...by) });
    yield replace();
    yield replace([key, value], [key, value]);
    yield replace([key, raw('null')], [key, value]);
    // The same key, spelled with an escape: once it is fine, beside itself it is there twice.
    const escaped = `"\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}"`;
    yield replace([escaped, value]);
    yield replace([key, value], [escaped, value]);
    for (const renamed of [key.toUpperCase(), `${key} `, `${key}\0`, key.slice(1)]) yield replace([renamed, value]);
    for (const changed of mutateNode(properties[key] ?? {}, value)) yield replace([key, changed]);
  }
  for (const key of KEYS) yield { members: [...members, [key, raw('1')]] };
  for (const key of Object.keys(properties)) yield { members: [...members, [key, raw('null')]] };
  yield { members: members.toReversed() };
}

function* mutateArray({ items: shape = {} }: Shape, items: readonly JsonNode[]): Generator<JsonNode> {
  yield { items: [] };
  yield { items: items.toReversed() };
  yield { items: [items.length > 0 ? { items } : raw('null')] };
  yield { members: items.map((item, index) => [String(index), item]) };
  for (const more of ANYWHERE) yield { items: [...items, more] };
  for (const [index, item] of items.entries()) {
    yield { items: items.toSpliced(index, 1) };
    yield { items: items.toSpliced(index, 0, item) };
    for (const changed of mutateNode(shape, item)) yield { items: items.with(index, changed) };
  }
  const [first] = items;
  if (first !== undefined)
    for (const count of [10, 11, 1_500, 1_501]) yield { items: Array.from({ length: count }, () => first) };
}

function raw(text: string): JsonNode {
  return { raw: text };
}
