import { expect, it } from 'vitest';
import { aboutSubject, subjectOf } from './about-subject.ts';

const ID = '22222222-0000-4000-8000-000000000000';
const known = [{ id: `pool:${ID}`, name: 'aFRR north', kind: 'pool' }];

it('what has a name is asked for by its id, and shown by its name again', () => {
  expect(aboutSubject({ subject: `pool:${ID}`, action: 'hold.made' })).toEqual({ about: ID, action: 'hold.made' });
  expect(subjectOf({ about: ID }, known)).toBe(`pool:${ID}`);
});

it('other subjects are asked for as they are', () => {
  for (const subject of [`grant:${ID}/*`, 'signing_keys:all', 'harbour']) {
    expect(aboutSubject({ subject })).toEqual({ subject });
    expect(subjectOf({ subject }, known)).toBe(subject);
  }
  expect(aboutSubject({ subject: '', actor: 'service:setpoint' })).toEqual({ actor: 'service:setpoint' });
  expect(subjectOf({ about: ID }, [])).toBe(`site:${ID}`);
});
