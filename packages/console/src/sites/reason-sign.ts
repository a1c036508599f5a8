import type { Reason } from './attention.ts';

const SIGNS: Readonly<Record<Reason, string>> = {
  unreachable: '✕',
  offline: '✕',
  rejected: '!',
  behind: '↻',
  deviating: '≠',
  issue: '⚠',
  never: '○',
};

/** Beside the words: nothing is told by a colour alone. */
export function reasonSign(reason: Reason): string {
  return SIGNS[reason];
}
