import { expect, it } from 'vitest';
import { toldApart } from './told-apart.ts';

it('whoever shares a name is told apart by the id, and nobody else', () => {
  const options = [
    { id: 'person:1', name: 'Ada Brandt', kind: 'person' },
    { id: 'client:2', name: 'Desk app', kind: 'client' },
    { id: 'person:3', name: 'Ada Brandt', kind: 'person' },
  ];
  const names = toldApart(options).map(({ name }) => name);
  expect(names).toEqual(['Ada Brandt (person:1)', 'Desk app', 'Ada Brandt (person:3)']);
});
