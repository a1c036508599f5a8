import { describe, expect, it } from 'vitest';
import { tableText } from './table-text.ts';

describe('a table', () => {
  it('has columns and no lines', () => {
    expect(lines(['NAME', 'ZONE'], ['Nordhafen', 'UTC'], ['Süd', 'Europe/Berlin'])).toEqual([
      'NAME       ZONE',
      'Nordhafen  UTC',
      'Süd        Europe/Berlin',
    ]);
  });

  it('keeps its columns below wide characters and emoji', () => {
    expect(lines(['NAME', 'ZONE'], ['中央駅', 'Asia/Tokyo'], ['🔋 Süd', 'UTC'])).toEqual([
      'NAME    ZONE',
      '中央駅  Asia/Tokyo',
      '🔋 Süd  UTC',
    ]);
  });

  it('cannot steer the terminal', () => {
    expect(lines(['NAME'], ['a\rb'], ['\u{1B}[2J'], ['\u202Eevil'])).toEqual([
      'NAME',
      'a\u{FFFD}b',
      '\u{FFFD}[2J',
      '\u{FFFD}evil',
    ]);
  });
});

function lines(head: readonly string[], ...rows: (readonly string[])[]): string[] {
  return tableText(head, rows).split('\n');
}
