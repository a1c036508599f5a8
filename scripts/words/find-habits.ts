import type { UserText } from './user-texts.ts';

interface Habit {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Turns of phrase that a reader stumbles over, with plain ones. */
const HABITS: readonly Habit[] = [
  { pattern: /\btold\b/i, instead: 'notified, reported or shown' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bwhoever\b/i, instead: 'a client that, or anyone who' },
  { pattern: /\bbeside\b/i, instead: 'next to, on top of, or with' },
  { pattern: /\b(?:is|are|was|were|be) over\b(?! \d)/i, instead: 'has ended' },
  {
    pattern: /\b(?:is|are|was|were) (?:now )?so\b(?! (?:that|many|much|far|long|few|on)\b)/i,
    instead: 'the condition',
  },
  { pattern: /\bgood\b/i, instead: 'valid' },
  // As a subject, and no question.
  { pattern: /(?:^|[.:;] |\| )(?:What|Who) (?![^.?]*\?)/, instead: 'a noun as the subject' },
];

const CODE = /`[^`]*`/g;

/** The habits that a text has, each with a way out of it. */
export function findHabits(text: string): string[] {
  return HABITS.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text.replaceAll(CODE, ''))?.[0].trim();
    return found === undefined ? [] : [`"${found}": rather ${instead}`];
  });
}

/** A text with a habit that stays, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'Who can command': 'the name of a view, and the question that people ask',
  'notice notice-good': 'a class of a style sheet',
};

/** What is to be changed in the texts for users. */
export function habitProblems(texts: readonly UserText[]): string[] {
  return texts
    .filter(({ text }) => !(text in EXCEPTIONS))
    .flatMap(({ file, line, text }) => findHabits(text).map((habit) => `${file}:${line}: ${habit}`));
}
