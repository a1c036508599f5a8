const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
const DEEPEST = 8;

export type Read = { readonly value: unknown } | undefined;

/** Reads JSON as the documentation promises it is read; a second opinion, sharing no code of the service. */
export function readStrictly(bytes: Uint8Array): Read {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isStrict(text) ? { value } : undefined;
  } catch (error) {
    // TypeError says that the bytes are no UTF-8.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Whether JSON goes no deeper than it may, has no key of an object twice, and no text that cannot be stored. */
function isStrict(text: string): boolean {
  const open: Set<string>[] = [];
  let last = '';
  return [...text.matchAll(TOKEN)].every(([token]) => {
    if (token === '{' || token === '[') return open.push(new Set()) <= DEEPEST;
    if (token === '}' || token === ']') return open.pop() !== undefined;
    if (token === ':') return isNewIn(open.at(-1), last);
    last = JSON.parse(token) as string;
    return !last.includes('\0') && last.isWellFormed();
  });
}

function isNewIn(keys: Set<string> | undefined, key: string): boolean {
  const before = keys?.size ?? 0;
  return (keys?.add(key).size ?? 0) > before;
}
