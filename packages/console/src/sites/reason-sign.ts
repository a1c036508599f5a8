import type { Reason } from './attention.ts';

const SIGNS: Readonly<Record<Reason, string>> = {
  unreachable: '✕',
  offline: '✕',
  rejected: '!',
  behind: '↻',
  deviating: '≠',
  trouble: '~',
  limited: '<',
  issue: '⚠',
  never: '○',
  held: '‖',
};

/** A sign beside the words, so that nothing depends on colour alone. */
export function reasonSign(reason: Reason): string {
  return SIGNS[reason];
}
