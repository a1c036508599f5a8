import { isUtf8 } from 'node:buffer';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A token in compact form whose parts are what they seem to be; nothing in it is verified yet. */
export interface ParsedToken {
  readonly header: JsonObject;
  readonly payload: JsonObject;
}

const MAX_TOKEN_CHARS = 8 * 1024;
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Reads a signed token strictly: one spelling for each token, each name once. */
export function parseToken(token: string): ParsedToken | undefined {
  if (token.length > MAX_TOKEN_CHARS || !COMPACT.test(token)) return undefined;
  const parts = token.split('.');
  const [header, payload, signature] = parts.map(decodePart);
  if (header === undefined || payload === undefined || signature === undefined) return undefined;
  const parsedHeader = parseObject(header);
  const parsedPayload = parseObject(payload);
  if (parsedHeader === undefined || parsedPayload === undefined) return undefined;
  return { header: parsedHeader, payload: parsedPayload };
}

// Decoders ignore the bits behind the last byte; a comparison of tokens must not.
function decodePart(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
}

function parseObject(bytes: Buffer): JsonObject | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isObject(parsed)) return undefined;
    return countKeys(parsed) === countKeysOfText(text) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// JSON.parse keeps the last of two equal names and tells nobody: then the text has more colons than the object has keys.
function countKeysOfText(json: string): number {
  let keys = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json[at];
    if (mark === '\\') at += 1;
    else if (mark === '"') isInText = !isInText;
    else if (mark === ':' && !isInText) keys += 1;
  }
  return keys;
}

function countKeys(root: object): number {
  let keys = 0;
  const left: unknown[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) keys += Object.keys(next).length;
    left.push(...Object.values(next));
  }
  return keys;
}
