import { LIMITS } from '@setpoint/contract';
import { type ParsedJson, parseScanned } from './parse-json.ts';
import { endOfText, nesting, QUOTE, scanJson } from './scan-json.ts';

const LEVEL = 2;
const DEPTH_INSIDE = LIMITS.maxJsonDepth - LEVEL;
const OPEN_OBJECT = 0x7b;
const EMPTY_OBJECT = Buffer.from('{}');

const PAUSE_EVERY_BYTES = 1_024 * 1_024;

/** One of the objects, or a place to let others go first. */
export type SplitPart = ParsedJson | { readonly kind: 'pause' } | { readonly kind: 'too_large' };

/**
 * Reads the objects that stand two levels deep in JSON one at a time, as strictly as `parseJson`; returns what is
 * left, with `{}` in their places: when that is JSON too, so is the whole, for each is one value between its brackets.
 * One that is too large is not parsed.
 */
export function* splitObjects(bytes: Buffer, maxObjectBytes: number): Generator<SplitPart, Buffer> {
  const rest: Buffer[] = [];
  let restFrom = 0;
  let depth = 0;
  let pauseAt = PAUSE_EVERY_BYTES;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (at >= pauseAt) {
      pauseAt = at + PAUSE_EVERY_BYTES;
      yield { kind: 'pause' };
    }
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === OPEN_OBJECT && depth === LEVEL) {
      const scanned = scanJson(bytes, DEPTH_INSIDE, at);
      const end = scanned.kind === 'scanned' ? scanned.end : bytes.length;
      const isTooLarge = end - at > maxObjectBytes;
      yield isTooLarge ? { kind: 'too_large' } : parseScanned(bytes.subarray(at, end), scanned, DEPTH_INSIDE);
      rest.push(bytes.subarray(restFrom, at), EMPTY_OBJECT);
      restFrom = end;
      at = end - 1;
    } else depth += nesting(byte);
  }
  return Buffer.concat([...rest, bytes.subarray(restFrom)]);
}
