import { describe, expect, it } from 'vitest';
import { extentOf, lineOf, readScheduleCsv, writeScheduleCsv } from './read-schedule-csv.ts';

const GRID = { asset: 'grid', type: 'activePowerkW' };
const [ONE, TWO, THREE] = ['2030-01-01T00:00:00Z', '2030-01-01T01:00:00Z', '2030-01-01T02:00:00Z'];
const ENTRIES = [
  { startAt: ONE, endAt: TWO, value: 1.5 },
  { startAt: TWO, endAt: THREE, value: -2 },
];

describe('a schedule as CSV', () => {
  it.each([
    ['plain', `startAt,endAt,value\n${ONE},${TWO},1.5\n${TWO},${THREE},-2\n`],
    ['without an end of its last line', `startAt,endAt,value\n${ONE},${TWO},1.5\n${TWO},${THREE},-2`],
    ['of a spreadsheet', `\uFEFFstartAt;endAt;value\r\n${ONE};${TWO};1,5\r\n${TWO};${THREE};-2\r\n`],
    ['with tabs and decimal commas', `startAt\tendAt\tvalue\r${ONE}\t${TWO}\t1,5\r${TWO}\t${THREE}\t-2\r`],
    ['in quotes', `"startAt","endAt","value"\n"${ONE}","${TWO}","1.5"\n"${TWO}","${THREE}","-2"\n`],
    ['with empty lines', `startAt,endAt,value\n\n${ONE},${TWO},1.5\n,,\n${TWO},${THREE},-2\n\n`],
    ['in another order', `Value, STARTAT ,endAt\n1.5,${ONE},${TWO}\n-2e0,${TWO},${THREE}\n`],
  ])('is read %s', (_, text) => {
    expect(readScheduleCsv(text, GRID).schedules).toEqual([{ ...GRID, entries: ENTRIES }]);
  });

  it('may name several pairs, and comes back as it was', () => {
    const schedules = [
      { asset: 'grid', type: 'activePowerkW', entries: ENTRIES },
      { asset: 'bess', type: 'optimalSocPcnt', entries: ENTRIES.slice(0, 1) },
    ] as const;
    const copies = schedules.map((command) => ({ ...command, entries: [...command.entries] }));
    const read = readScheduleCsv(writeScheduleCsv(copies), {});
    expect(read.schedules).toEqual(schedules);
    expect(
      ['schedules[0].entries[1].endAt', 'schedules[1].entries[0]', 'schedules[1]', 'from'].map((place) =>
        lineOf(read, place),
      ),
    ).toEqual([3, 4, 4, undefined]);
  });

  it('says from when until when it is', () => {
    const offset = '2030-01-01T00:30:00+01:00';
    const text = `startAt,endAt,value\n${ONE},${THREE},1\n${offset},${ONE},2\n`;
    expect(extentOf(readScheduleCsv(text, GRID))).toEqual({ from: offset, to: THREE });
  });

  it.each([
    ['', 'the file is empty'],
    ['startAt,endAt,value\n', 'the file has no entries below its first line'],
    ['startAt,endAt\n', 'line 1: the column value is missing'],
    ['startAt,endAt,value,price\n', 'line 1: there is no column "price"'],
    ['startAt,endAt,value,value\n', 'line 1: the column value is there twice'],
    ['asset,startAt,endAt,value\n', 'the file has a column asset; leave out --asset'],
    [`startAt,endAt,value\n${ONE},${TWO},\n`, 'line 2: "" is not a number'],
    [`startAt,endAt,value\n${ONE},${TWO},NaN\n`, 'line 2: "NaN" is not a number'],
    [`startAt,endAt,value\n${ONE},${TWO},Infinity\n`, 'line 2: "Infinity" is not a number'],
    [`startAt,endAt,value\n${ONE},${TWO},0x10\n`, 'line 2: "0x10" is not a number'],
    [`startAt;endAt;value\n${ONE};${TWO};1.234,5\n`, 'line 2: "1.234,5" is not a number'],
    [`startAt,endAt,value\n${ONE},${TWO},1,5\n`, 'line 2: has more cells than the first line'],
    [`startAt,endAt,value\n"${ONE},${TWO},1\n`, 'line 2: a quote is not closed'],
    [`startAt,endAt,value\n"${ONE}"x,${TWO},1\n`, 'line 2: what follows a closing quote'],
  ])('%j is refused, with the line', (text, message) => {
    expect(() => readScheduleCsv(text, GRID)).toThrow(message);
  });

  it('names a few of many faults', () => {
    const text = `startAt,endAt,value\n${`${ONE},${TWO},x\n`.repeat(100)}`;
    expect(() => readScheduleCsv(text, GRID)).toThrow('line 11: "x" is not a number; and 90 more');
  });
});
