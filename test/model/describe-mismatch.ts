import { isDeepStrictEqual } from 'node:util';
import type { Difference } from './check-post-answer.ts';

export type Mismatch = Difference & {
  readonly seed: number;
  readonly siteId: string;
  readonly step: number;
  readonly call: string;
  readonly sent: string;
};

const longestPart = 6000;

/** Everything one needs to see what went wrong and to run it again. */
export function describeMismatch(mismatch: Mismatch): string {
  const { seed, siteId, step, call } = mismatch;
  const { expected, actual } = withoutAgreement(mismatch);
  return [
    `Seed ${seed}, site ${siteId}, step ${step}: ${call} differs from the model.`,
    `Last batch sent: ${shorten(mismatch.sent)}`,
    `Expected, where they differ: ${shorten(toText(expected))}`,
    `Actual, where they differ: ${shorten(toText(actual))}`,
  ].join('\n');
}

// Commands found in both lists say nothing and are left out; where only the order differs, all stay.
function withoutAgreement({ expected, actual }: Difference): Difference {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return { expected, actual };
  const missing = expected.filter((command) => !isAmong(command, actual));
  const surplus = actual.filter((command) => !isAmong(command, expected));
  if (missing.length + surplus.length === 0) return { expected, actual };
  return { expected: missing, actual: surplus };
}

function isAmong(command: unknown, commands: readonly unknown[]): boolean {
  return commands.some((other) => isDeepStrictEqual(other, command));
}

function toText(shown: unknown): string {
  return shown === undefined ? 'nothing' : JSON.stringify(shown);
}

function shorten(text: string): string {
  if (text.length <= longestPart) return text;
  return `${text.slice(0, longestPart)} … (${text.length} characters)`;
}
