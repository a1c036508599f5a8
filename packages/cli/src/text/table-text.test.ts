import { describe, expect, it } from 'vitest';
import { fieldsText, tableText } from './table-text.ts';

describe('what people read', () => {
  it('is a table without lines', () => {
    const table = tableText(
      ['NAME', 'ZONE'],
      [
        ['Nordhafen', 'UTC'],
        ['Süd', 'Europe/Berlin'],
      ],
    );
    expect(table.split('\n')).toEqual(['NAME       ZONE', 'Nordhafen  UTC', 'Süd        Europe/Berlin']);
  });

  it('is one field a line', () => {
    expect(
      fieldsText([
        ['name', 'a'],
        ['site id', 'b'],
      ]).split('\n'),
    ).toEqual(['  name     a', '  site id  b']);
  });

  it('cannot steer the terminal', () => {
    expect(fieldsText([['name', '\u{1B}[2Jgone\n']])).toBe('  name  \u{FFFD}[2Jgone\u{FFFD}');
    expect(tableText(['NAME'], [['a\rb']])).toBe('NAME\na\u{FFFD}b');
  });
});
