import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayGrid } from './expand-day.ts';
import { parseBatch } from './parse-batch.ts';
import { allInLines, inLines, readScheduleCsv } from './read-schedule-csv.ts';

const GRID = { asset: 'grid', type: 'activePowerkW' };
const [ONE, TWO, THREE] = ['2030-01-01T00:00:00Z', '2030-01-01T01:00:00Z', '2030-01-01T02:00:00Z'];
const ENTRIES = [
  { startAt: ONE, endAt: TWO, value: 1.5 },
  { startAt: TWO, endAt: THREE, value: -2 },
];

const read = (text: string, pair = {}) => readScheduleCsv(text, { pair });

function problemsOf(found: ReturnType<typeof readScheduleCsv>): string {
  return found.kind === 'refused' ? found.problems.map(({ place, text }) => `${place}: ${text}`).join('; ') : 'none';
}

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
    expect(read(text, GRID)).toMatchObject({ schedules: [{ ...GRID, entries: ENTRIES }] });
  });

  it('may name several pairs, and tells problems by its lines', () => {
    const grid = `grid,activePowerkW,${ONE},${TWO},1.5\ngrid,activePowerkW,${ONE},today,-2`;
    const found = read(`asset,type,startAt,endAt,value\n${grid}\n\nbess,optimalSocPcnt,${ONE},${TWO},101\n`);
    if (found.kind === 'refused') throw new Error(problemsOf(found));
    expect([found.from, found.to, found.schedules.length]).toEqual([ONE, TWO, 2]);
    const { problems } = parseBatch({ ...found, schedules: [...found.schedules] });
    expect(problems.map((one) => inLines(found, one)).map(({ place, line }) => [place, line])).toEqual([
      ['line 3, column endAt', 3],
      ['line 5, column value', 5],
    ]);
    const clash = {
      rule: 'overlap',
      place: 'schedules[0].entries[1]',
      text: 'x',
      clashesWith: 'schedules[0].entries[0]',
    };
    expect(inLines(found, { ...clash, rule: 'overlap', text: 'overlaps schedules[0].entries[0]' })).toEqual({
      rule: 'overlap',
      place: 'line 3',
      line: 3,
      text: 'overlaps line 2',
      clashesWith: 'line 2',
    });
  });

  it.each([
    ['', 'the file is empty'],
    ['startAt,endAt,value\n', 'the file has no entries below its first line'],
    ['startAt,endAt\n', 'line 1: the column value is missing'],
    ['startAt,endAt,value,price\n', 'line 1: there is no column "price"'],
    ['startAt,endAt,value,value\n', 'line 1: the column value is there twice'],
    ['asset,startAt,endAt,value\n', 'line 1: there is no column "asset"; it takes startAt, endAt, value'],
    [`startAt,endAt,value\n${ONE},${TWO},\n`, 'line 2, column value: "" is not a number'],
    [`startAt,endAt,value\n${ONE},${TWO},NaN\n`, 'line 2, column value: "NaN" is not a number'],
    [`startAt,endAt,value\n${ONE},${TWO},Infinity\n`, 'line 2, column value: "Infinity" is not a number'],
    [`startAt,endAt,value\n${ONE},${TWO},0x10\n`, 'line 2, column value: "0x10" is not a number'],
    [`startAt;endAt;value\n${ONE};${TWO};1.234\n`, 'line 2, column value: "1.234" can be read as 1234 or as 1.2340'],
    [`startAt,endAt,value\n${ONE},${TWO},1.200\n`, 'line 2, column value: "1.200" can be read as 1200 or as 1.2'],
    [`startAt,endAt,value\n${ONE},${TWO},1 %\n`, 'line 2, column value: "1 %" is not a number'],
    [`startAt,endAt,value\n${ONE},${TWO},"1,500"\n`, 'line 2, column value: "1,500" can be read as 1500 or as 1.5'],
    [`startAt\tendAt\tvalue\n${ONE}\t${TWO}\t1,500\n`, 'column value: "1,500" can be read as 1500 or as 1.5'],
    [`startAt,endAt,value\n${ONE},${TWO},1,5\n`, 'line 2: has more cells than the first line'],
    [`startAt,endAt,value\n"${ONE},${TWO},1\n`, 'line 2: a quote is not closed'],
    [`\uFEFF\uFEFFstartAt,endAt,value\n${ONE},${TWO},1\n`, 'line 1: there are two byte order marks'],
    [`startAt,endAt,value\n"${ONE}"x,${TWO},1\n`, 'line 2: what follows a closing quote'],
  ])('%j is refused, with the line', (text, message) => {
    expect(problemsOf(read(text, GRID))).toContain(message);
  });
});

describe('the values of a day as CSV', () => {
  const berlin = (day: string, resolution = 15) => {
    const grid = dayGrid({ day, timeZone: 'Europe/Berlin', resolution });
    if (grid.kind === 'refused') throw new Error(grid.text);
    return grid;
  };

  it.each([
    ['with decimal commas', '1,5\n'.repeat(24)],
    ['with decimal commas after a number without', `1\n${'1,5\n'.repeat(23)}`],
    ['beside each other', '1,5\t2\t3\t4\t5\t6\n'.repeat(4)],
    ['beside each other, between commas', '1.5,2,3,4,5,6\n'.repeat(4)],
    ['below a heading', `Power (kW)\n${'1.5\n'.repeat(24)}`],
    ['with their unit', `kW\n${'1,5 kW\n'.repeat(24)}`],
  ])('may be numbers alone %s', (_, text) => {
    const found = readScheduleCsv(text, { pair: GRID, day: berlin('2027-03-27', 60) });
    if (found.kind === 'refused') throw new Error(problemsOf(found));
    expect(found.schedules[0]?.entries.length).toBe(24);
    expect(found.schedules[0]?.entries.at(-1)?.value).toBe(text.endsWith('6\n') ? 6 : 1.5);
  });

  it.each([
    ['in one column', '12,000\n'.repeat(24)],
    ['in one column below a heading', `kW\n${'12,000\n'.repeat(24)}`],
    ['in one column below its name', `value\n${'12,000\n'.repeat(24)}`],
    ['beside one that proves a point', `1.5\n${'12,000\n'.repeat(23)}`],
    ['beside ones that prove a point, between semicolons', '1.5;12,000\n'.repeat(12)],
    ['beside ones that prove a comma, and a point', `1,5\n1.5\n${'12,000\n'.repeat(22)}`],
  ])('are refused where a thousand can be a decimal comma, %s', (_, text) => {
    const found = readScheduleCsv(text, { pair: GRID, day: berlin('2027-03-27', 60) });
    expect(problemsOf(found)).toContain('"12,000" can be read as 12000 or as 12: write 12000 or 12');
  });

  it('are refused where a thousand can have a point', () => {
    const thousands = ['1.200', '850', '1.050', '900'].join('\n');
    const found = (text: string) => readScheduleCsv(text, { pair: GRID, day: berlin('2027-03-27', 60) });
    expect(problemsOf(found(`${thousands}\n`.repeat(6)))).toContain('line 1, column value: "1.200" can be read as');
    expect(found(`${thousands}\n`.repeat(6).replace('850', '850.5'))).toMatchObject({ kind: 'schedule' });
  });

  it('have decimal commas where the file says so', () => {
    const values = (text: string) => {
      const found = readScheduleCsv(text, { pair: GRID, day: berlin('2027-03-27', 60) });
      if (found.kind === 'refused') throw new Error(problemsOf(found));
      return found.schedules[0]?.entries.map(({ value }) => value);
    };
    expect(values(`1,5\n${'12,000\n'.repeat(23)}`)?.slice(0, 2)).toEqual([1.5, 12]);
    expect(values('12,000;1\n'.repeat(12))?.slice(0, 2)).toEqual([12, 1]);
    expect(values(`1.234,5;2\n${'12,000;1\n'.repeat(11)}`)?.slice(0, 3)).toEqual([1_234.5, 2, 12]);
    expect(values(`1 500\n−2 500,5\n${'7\n'.repeat(22)}`)?.slice(0, 2)).toEqual([1_500, -2_500.5]);
  });

  it('leave a gap where a cell is empty, and lines are those of the file', () => {
    const text = `value\r\n1\r\n\r\n3\r\n${'4\r\n'.repeat(20)}1001\r\n`;
    const found = readScheduleCsv(text, {
      pair: { asset: 'bess', type: 'optimalSocPcnt' },
      day: berlin('2027-03-27', 60),
    });
    if (found.kind === 'refused') throw new Error(problemsOf(found));
    expect(found.schedules[0]?.entries.map(({ value }) => value).slice(0, 3)).toEqual([1, 3, 4]);
    const { problems } = parseBatch({ ...found, schedules: [...found.schedules] });
    expect(problems.map((one) => inLines(found, one).place)).toEqual(['line 25, column value']);
  });

  it('may be of several pairs, each with all of the day', () => {
    const rows = (asset: string, count: number) => `${asset};activePowerkW;1\n`.repeat(count);
    const day = berlin('2027-03-27', 60);
    const whole = readScheduleCsv(`asset;type;value\n${rows('grid', 24)}${rows('bess', 24)}`, { pair: {}, day });
    expect(whole).toMatchObject({ kind: 'schedule', schedules: [{ asset: 'grid' }, { asset: 'bess' }] });
    const short = readScheduleCsv(`asset;type;value\n${rows('grid', 24)}${rows('bess', 23)}`, { pair: {}, day });
    expect(problemsOf(short)).toContain('there are 23 values');
  });

  it('need the pair, and no instants', () => {
    const day = berlin('2027-03-27', 60);
    expect(problemsOf(readScheduleCsv('1\n', { pair: {}, day }))).toContain('need the parameters asset and type');
    expect(problemsOf(readScheduleCsv('startAt,value\n', { pair: GRID, day }))).toContain('no column "startAt"');
  });
});

describe('any text', () => {
  it.each([
    ['lines', `startAt,endAt,value\n${'\n'.repeat(200_000)}`],
    ['cells', `startAt,endAt,value\n${','.repeat(200_000)}`],
    ['rows', `startAt,endAt,value\n${'1,1,1\n'.repeat(40_000)}`],
  ])('of too many %s is not read to its end', (_, text) => {
    expect(problemsOf(read(text, GRID))).toMatch(/^line \d+: at most 100000 cells are read/);
  });

  it('is read or refused, and never lost in part', () => {
    const cell = fc.oneof(fc.constantFrom('', '1', '-2,5', '"', 'value', ONE, 'grid'), fc.string({ maxLength: 4 }));
    const text = fc
      .array(fc.tuple(cell, fc.constantFrom(',', ';', '\t', '\n', '\r\n')), { maxLength: 30 })
      .map((parts) => `startAt,endAt,value\n${parts.flat().join('')}`);
    const checked = fc.property(text, (one) => {
      const found = read(one, GRID);
      if (found.kind === 'refused') {
        expect(found.problems.length).toBeGreaterThan(0);
        return;
      }
      const entries = found.schedules.reduce((sum, command) => sum + command.entries.length, 0);
      expect(entries).toBe(found.lines.flat().length);
    });
    fc.assert(checked, { numRuns: 2_000 });
  });
});

describe('what a file may hold', () => {
  it.each([
    ['in quotes', `"${'x'.repeat(257)}"`],
    ['of quotes alone', `"${'""'.repeat(2_000_000)}"`],
    ['of a line', 'x'.repeat(257)],
  ])('is a cell of 256 characters, and none that is longer %s', (_, cell) => {
    const found = read(`startAt,endAt,value\n${ONE},${TWO},${cell}`, GRID);
    expect(problemsOf(found)).toBe('line 2: a cell may have at most 256 characters');
  });

  it.each([`"${'""'.repeat(256)}"`, `"${'x'.repeat(256)}"`, 'x'.repeat(256)])('is a cell of 256 characters', (cell) => {
    expect(problemsOf(read(`startAt,endAt,value\n${ONE},${TWO},${cell}`, GRID))).toContain('is not a number');
  });

  it('is wrong in a hundred lines, which are told, and in more, which are counted', () => {
    const found = read(`startAt,endAt,value\n${`${ONE},today,1\n`.repeat(1_500)}`, GRID);
    if (found.kind === 'refused') throw new Error(problemsOf(found));
    const { problems } = parseBatch({ ...found, schedules: [...found.schedules] });
    const told = allInLines(found, problems);
    expect(told).toHaveLength(101);
    expect(told.at(-1)?.text).toBe(`and ${problems.length - 100} more problems`);
  });
});
