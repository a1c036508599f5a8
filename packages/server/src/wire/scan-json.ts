import { LIMITS } from '@setpoint/contract';

export type ScannedJson =
  | {
      readonly kind: 'scanned';
      readonly from: number;
      readonly end: number;
      readonly keys: number;
      readonly hasEscapes: boolean;
    }
  | { readonly kind: 'too_deep' };

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * One pass over the bytes before they are parsed: how deep they nest, how many keys they hold, and where the
 * object or array ends that opens first. It need not know whether they are JSON; what the parser then accepts,
 * it has counted rightly.
 */
export function scanJson(bytes: Uint8Array, maxDepth = LIMITS.maxJsonDepth, from = 0): ScannedJson {
  let depth = 0;
  let keys = 0;
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COLON) keys += 1;
    else {
      const step = nesting(byte);
      depth += step;
      if (depth > maxDepth) return { kind: 'too_deep' };
      // What follows makes it no JSON, which the parser says.
      if (step < 0 && depth <= 0) break;
    }
  }
  const end = Math.min(at + 1, bytes.length);
  return { kind: 'scanned', from, end, keys, hasEscapes: bytes.subarray(from, end).includes(BACKSLASH) };
}

/** Where the text ends that begins there; behind the bytes when it does not. */
export function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

// [ and ] are 0x5b and 0x5d, { and } are 0x7b and 0x7d: they differ by one bit.
export function nesting(byte: number | undefined): number {
  const bracket = (byte ?? 0) | 0x20;
  if (bracket === 0x7b) return 1;
  return bracket === 0x7d ? -1 : 0;
}
