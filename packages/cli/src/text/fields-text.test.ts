import { describe, expect, it } from 'vitest';
import { fieldsText } from './fields-text.ts';

describe('the fields of a thing', () => {
  it('stand one on a line', () => {
    const text = fieldsText([
      ['name', 'a'],
      ['site id', 'b'],
    ]);
    expect(text.split('\n')).toEqual(['  name     a', '  site id  b']);
  });

  it('cannot steer the terminal', () => {
    expect(fieldsText([['name', '\u{1B}[2Jgone\n']])).toBe('  name  \u{FFFD}[2Jgone\u{FFFD}');
  });
});
