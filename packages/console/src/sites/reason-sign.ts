import type { ProblemKind } from '@setpoint/contract';

const SIGNS: Readonly<Record<ProblemKind, string>> = {
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
export function reasonSign(reason: ProblemKind): string {
  return SIGNS[reason];
}
