import { describe, expect, it } from 'vitest';
import { BY_NAME, byId, type CursorShape } from './cursor-shape.ts';
import { cutPage, readPage } from './read-page.ts';

const REFUSED = 'cursor is not one that this list returned';
const ROWS = ['a', 'b', 'c'];

describe('a page of a list', () => {
  it('goes on where the cursor of the one before says', () => {
    expect(afterNext(BY_NAME, (id) => ({ name: 'Werk', id }))).toEqual({ name: 'Werk', id: 'b' });
    expect(afterNext(byId(''), (id) => id)).toBe('b');
  });

  it('has no name in the cursor of a list without names', () => {
    const { nextCursor } = cutPage(ROWS, readPage({ limit: 2 }, byId('')), (id) => id);
    expect(Buffer.from(nextCursor ?? '', 'base64url').toString()).toBe('["b"]');
  });

  it('begins with the first when there is no cursor', () => {
    expect(readPage({ limit: 2 }, byId('~')).after).toBe('~');
    expect(readPage({ limit: 2 }, BY_NAME).after).toEqual({ name: '', id: '' });
  });

  it('takes the cursors that lists without names wrote before', () => {
    expect(after(byId('~'), ['', 'b'])).toBe('b');
  });

  it('refuses the cursor of a list of the other kind', () => {
    expect(() => after(byId(''), ['Werk', 'b'])).toThrow(REFUSED);
    expect(() => after(BY_NAME, ['b'])).toThrow(REFUSED);
  });

  it.each([[[]], [['Werk', 'b', 'c']], [[7]], [['\ud800']], [['\0']], ['b'], [null]])('refuses %j', (parts) => {
    expect(() => after(byId(''), parts)).toThrow(REFUSED);
    expect(() => after(BY_NAME, parts)).toThrow(REFUSED);
  });
});

function after<Position>(shape: CursorShape<Position>, parts: unknown): Position {
  const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return readPage({ limit: 2, cursor }, shape).after;
}

function afterNext<Position>(shape: CursorShape<Position>, positionOf: (id: string) => Position): Position {
  const { nextCursor } = cutPage(ROWS, readPage({ limit: 2 }, shape), positionOf);
  return readPage({ limit: 2, cursor: nextCursor ?? '' }, shape).after;
}
