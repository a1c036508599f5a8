import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@setpoint/contract';
import { badJson } from './bad-request.ts';
import { endOfText, QUOTE, scanJson, type ScannedJson } from './scan-json.ts';

// What programs write for a number that they do not have.
const WORDS = ['NaN', '-Infinity', 'Infinity', 'None', 'undefined', 'nan'].map((word) => ({
  word,
  bytes: Buffer.from(word),
}));

const STARTS = new Set(WORDS.map(({ bytes }) => bytes[0]));

/** The first of the words that stand for numbers elsewhere and not in JSON, outside of texts. */
function findBadNumber(bytes: Buffer): { readonly at: number; readonly word: string } | undefined {
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) at = endOfText(bytes, at);
    else if (STARTS.has(bytes[at] ?? 0)) {
      const found = WORDS.find((one) => bytes.subarray(at, at + one.bytes.length).equals(one.bytes));
      if (found !== undefined) return { at, word: found.word };
    }
  }
  return undefined;
}

/** A value, or why the bytes are none that we take. */
export type ParsedJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: string; readonly cause?: unknown };

/** Reads JSON strictly: UTF-8, no key twice, bounded depth, no text that a database cannot hold. */
export function parseJson(bytes: Buffer, maxDepth = LIMITS.maxJsonDepth): ParsedJson {
  return parseScanned(bytes, scanJson(bytes, maxDepth), maxDepth);
}

/** As `parseJson`, for the body of a request: what is refused is thrown. */
export function jsonOrThrow(bytes: Buffer): unknown {
  const parsed = parseJson(bytes);
  if (parsed.kind === 'json') return parsed.value;
  throw badJson(parsed.reason, parsed.cause);
}

/** As `parseJson`, of bytes that were scanned already. */
export function parseScanned(bytes: Buffer, scanned: ScannedJson, maxDepth: number): ParsedJson {
  if (!isUtf8(bytes)) return refused('the body is not UTF-8');
  if (scanned.kind === 'too_deep') return refused(`the body is nested deeper than ${maxDepth} levels`);
  const parsed = parseText(bytes, scanned.from);
  if (parsed.kind === 'refused') return parsed;
  const { value } = parsed;
  if (countKeys(value) !== scanned.keys) return refused('an object in the body has the same key twice');
  if (scanned.hasEscapes && !isStorable(value))
    return refused('a string in the body contains U+0000 or half a surrogate pair');
  return parsed;
}

function parseText(bytes: Buffer, from: number): ParsedJson {
  try {
    return { kind: 'json', value: JSON.parse(bytes.toString('utf8')) };
  } catch (cause) {
    const bad = findBadNumber(bytes);
    const where = bad === undefined ? '' : `: ${bad.word} at byte ${from + bad.at} is no JSON number`;
    return { kind: 'refused', reason: `the body is not JSON${where}`, cause };
  }
}

function refused(reason: string): ParsedJson {
  return { kind: 'refused', reason };
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeys(item);
    return keys;
  }
  for (const item of Object.values(value)) keys += 1 + countKeys(item);
  return keys;
}

// Unescaped, neither can occur: JSON forbids the one, UTF-8 the other.
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}
