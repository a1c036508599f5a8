import { describe, expect, it } from 'vitest';
import { findHabits, habitProblems } from './find-habits.ts';
import { textsOfPage, textsOfSource } from './user-texts.ts';

describe('habits in a text', () => {
  it.each([
    'People are told of it.',
    'A restart mends it.',
    'Whoever sends next has the seat.',
    'How much fits beside it.',
    'The session is over.',
    'For what it is so now.',
    'The link is good for a day.',
    'What is set stays.',
    'It ends. Who set it is kept.',
    '| What a client may do. |',
  ])('are found in %j', (text) => {
    expect(findHabits(text)).toHaveLength(1);
  });

  it.each([
    'It goes over HTTPS, and is over 1,000 rows long.',
    'It is so far away that it is cut off.',
    'What is a pool?',
    'It shows what a pool can give.',
    'It counts `good` and `failed`.',
    'Goods are shipped; the toldos are up.',
  ])('are not found in %j', (text) => {
    expect(findHabits(text)).toEqual([]);
  });
});

it('are looked for in what users read, and not in code', () => {
  const page = textsOfPage('page.md', 'It is over.\n\n```sh\n# whoever\n```\n\nIt is fine.');
  const source = textsOfSource(
    'a.tsx',
    "// told\nconst beside = 'good';\nconst a = `Sent ${beside} is told.`;\nconst b = <p>It mends.</p>;\nfail('Whoever comes.');",
  );
  expect(habitProblems([...page, ...source])).toEqual([
    'page.md:1: "is over": rather has ended',
    'a.tsx:3: "told": rather notified, reported or shown',
    'a.tsx:4: "mends": rather fix',
    'a.tsx:5: "Whoever": rather a client that, or anyone who',
  ]);
});
