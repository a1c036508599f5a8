import { expect, it } from 'vitest';
import { bytesText } from './bytes-text.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [41_203_515_392, '41.2 GB'],
  [2_000_000_000_000, '2 TB'],
])('%d bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));
