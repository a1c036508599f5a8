import { isUtf8 } from 'node:buffer';
import { AppError, LIMITS } from '@setpoint/contract';
import { type ScannedJson, scanJson } from './scan-json.ts';

/** Reads JSON strictly: UTF-8, no key twice, bounded depth, no text that a database cannot hold. */
export function parseJson(bytes: Buffer, maxDepth = LIMITS.maxJsonDepth): unknown {
  return parseScanned(bytes, scanJson(bytes, maxDepth), maxDepth);
}

/** As `parseJson`, of bytes that were scanned already. */
export function parseScanned(bytes: Buffer, scanned: ScannedJson, maxDepth: number): unknown {
  if (!isUtf8(bytes)) throw badBody('the body is not UTF-8');
  if (scanned.kind === 'too_deep') throw badBody(`the body is nested deeper than ${maxDepth} levels`);
  const value = parseText(bytes.toString('utf8'));
  if (countKeys(value) !== scanned.keys) throw badBody('an object in the body has the same key twice');
  if (scanned.hasEscapes && !isStorable(value))
    throw badBody('a string in the body contains U+0000 or half a surrogate pair');
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad_request', 'the body is not JSON', { cause });
  }
}

function badBody(message: string): AppError {
  return new AppError('bad_request', message);
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
