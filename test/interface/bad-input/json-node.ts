/** JSON as it will be written, so that a text can say what no value can: a key twice, 1e400, `__proto__`. */
export type JsonNode =
  | { readonly raw: string }
  | { readonly members: readonly Member[] }
  | { readonly items: readonly JsonNode[] };

export type Member = readonly [key: string, value: JsonNode];

export function nodeOf(value: unknown): JsonNode {
  if (Array.isArray(value)) return { items: value.map(nodeOf) };
  if (typeof value !== 'object' || value === null) return { raw: JSON.stringify(value) };
  return { members: Object.entries(value).map(([key, item]) => [key, nodeOf(item)]) };
}

export function writeNode(node: JsonNode): string {
  if ('raw' in node) return node.raw;
  if ('items' in node) return `[${node.items.map(writeNode).join(',')}]`;
  return `{${node.members.map(([key, value]) => `${writeKey(key)}:${writeNode(value)}`).join(',')}}`;
}

// A key that brings its own quotes is written as it is.
function writeKey(key: string): string {
  return key.startsWith('"') && key.length > 1 ? key : JSON.stringify(key);
}
