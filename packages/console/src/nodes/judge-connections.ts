import { countOf } from '../words/count-text.ts';
import type { Verdict } from './judge-figure.ts';

/** From where on ports are nearly full: that of the alert in docs/do/operations.md. */
const FULL_PART = 0.9;
const NEAR_PART = 0.7;

/** Whether the MQTT ports take more connections, in words. */
export function judgeConnections(open: number, most: number): { readonly isBad: boolean; readonly hint: string } {
  const verdict = verdictOf(open / most);
  return { isBad: verdict === 'bad', hint: `${WORDS[verdict]}: ${countOf(open)} of ${countOf(most)} connections` };
}

function verdictOf(part: number): Verdict {
  if (part > FULL_PART) return 'bad';
  return part > NEAR_PART ? 'near' : 'good';
}

const WORDS: Readonly<Record<Verdict, string>> = {
  good: '✓ room for more',
  near: '! filling up',
  bad: '✕ nearly full',
};
