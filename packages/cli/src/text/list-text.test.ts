import { describe, expect, it } from 'vitest';
import { type Columns, listText } from './list-text.ts';

interface Kettle {
  readonly name: string;
  readonly watts: number;
}

const COLUMNS: Columns<Kettle> = { NAME: ({ name }) => name, POWER: ({ watts }) => `${watts} W` };

describe('a list', () => {
  it('has what each column says of each thing below its heading', () => {
    const kettles = [
      { name: 'Old', watts: 900 },
      { name: 'Kitchen', watts: 2_000 },
    ];
    expect(listText(kettles, COLUMNS, 'No kettles.')).toBe('NAME     POWER\nOld      900 W\nKitchen  2000 W');
  });

  it('says that there is nothing, or without words for it shows the headings', () => {
    expect(listText([], COLUMNS, 'No kettles.')).toBe('No kettles.');
    expect(listText([], COLUMNS)).toBe('NAME  POWER');
  });
});
