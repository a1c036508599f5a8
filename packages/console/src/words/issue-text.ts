import { ISSUE_TEXTS } from '@setpoint/contract';

const TEXTS: Readonly<Record<string, string>> = ISSUE_TEXTS;

/** An issue of the plan, as a sentence without its full stop. */
export function issueText(code: string): string {
  return TEXTS[code] ?? code.replaceAll('_', ' ');
}
