import { bytesText } from '../words/bytes-text.ts';
import { percentText } from '../words/percent-text.ts';

/** Below it, a backup may find no room any more. */
const LOW_PART = 0.1;

/** Whether enough of a disk is left, in words. */
export function judgeDisk(freeBytes: number, bytes: number): { readonly isBad: boolean; readonly hint: string } {
  const isBad = freeBytes < bytes * LOW_PART;
  const part = percentText(Math.round((freeBytes / bytes) * 100));
  return { isBad, hint: `${isBad ? '✕ low' : '✓ enough'}: ${part} of ${bytesText(bytes)}` };
}
