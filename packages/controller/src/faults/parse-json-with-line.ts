import type { Checked } from '../config/checker-of.ts';

/** Parses a file; of one that is no JSON it says in which line. */
export function parseJsonWithLine(text: string): Checked<unknown> {
  try {
    return { kind: 'valid', value: JSON.parse(text) };
  } catch (cause) {
    const line = text.slice(0, placeOfFault(text)).split('\n').length;
    return { kind: 'invalid', problems: [`line ${line}: is no JSON: ${messageOf(cause)}`] };
  }
}

/** The length of the shortest beginning that is wrong, and not merely cut short: Node tells the place of some faults only. */
function placeOfFault(text: string): number {
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (isWrong(text.slice(0, middle))) wrong = middle;
    else right = middle;
  }
  return wrong;
}

function isWrong(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (cause) {
    const message = messageOf(cause);
    const [, place] = / at position (\d+)/.exec(message) ?? [];
    return place === undefined ? !message.includes('end of JSON') : Number(place) < beginning.length;
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : String(cause);
}
