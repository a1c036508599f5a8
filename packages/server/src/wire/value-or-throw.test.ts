import { CreateSchedulesBatchRequest, type Operation, OPERATIONS } from '@setpoint/contract';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { shapeOf, valueOrThrow } from './value-or-throw.ts';

const check = shapeOf(CreateSchedulesBatchRequest);
const entry = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T01:00:00Z', value: 1 };
const command = { asset: 'grid', type: 'activePowerkW', entries: [entry] };

function faults(body: unknown): string[] {
  const shape = check(body);
  return shape.kind === 'valid' ? [] : shape.explain().map(({ place, text }) => `${place}: ${text}`);
}

const withEntry = (changed: object) => ({ schedules: [{ ...command, entries: [entry, { ...entry, ...changed }] }] });

describe('the shape of a request', () => {
  it.each<[unknown, string]>([
    [null, 'body: must be object'],
    [{}, "body: must have required property 'schedules'"],
    [{ schedules: [] }, 'schedules: must NOT have fewer than 1 items'],
    [{ schedules: Array.from({ length: 11 }, () => command) }, 'schedules: must NOT have more than 10 items'],
    [{ schedules: [command], a: 1 }, 'body: unknown property "a"'],
    [withEntry({ value: '5' }), 'schedules[0].entries[1].value: must be number'],
    [withEntry({ value: Number.POSITIVE_INFINITY }), 'schedules[0].entries[1].value: must be number'],
    [withEntry({ 'a/b~c': 1 }), 'schedules[0].entries[1]: unknown property "a/b~c"'],
    [JSON.parse('{"schedules":[],"__proto__":1}'), 'body: unknown property "__proto__"'],
  ])('%j is refused: %s', (body, fault) => {
    expect(faults(body)).toContain(fault);
  });

  it('names the values that an enumeration has', () => {
    expect(faults({ schedules: [{ ...command, asset: 'GRID' }] })).toEqual([
      'schedules[0].asset: must be one of load, heatpump, genset, ev, grid, solar, bess, wind',
    ]);
  });

  it('is explained by its first fault alone when the body is enormous', () => {
    const entries = Array.from({ length: 60_000 }, () => ({ value: null }));
    expect(faults({ schedules: [{ ...command, entries }] })).toHaveLength(1);
  });

  it('is looked at no further than its first fault until it is to be explained', () => {
    let looked = 0;
    const entries = Array.from({ length: 100 }, () => ({
      ...entry,
      get value() {
        looked += 1;
        return null;
      },
    }));
    const shape = check({ schedules: [{ ...command, entries }] });
    expect(shape).toMatchObject({ firstFault: { place: 'schedules[0].entries[0].value', text: 'must be number' } });
    expect(looked).toBeLessThan(5);
    if (shape.kind === 'invalid') expect(shape.explain()).toHaveLength(100);
  });

  it('thrown out tells the first ten faults', () => {
    const names = valueOrThrow(Type.Array(Type.String()));
    expect(names(['a'])).toEqual(['a']);
    expect(() => names([1, 2])).toThrow('[0]: must be string; [1]: must be string');
    expect(() => names(Array.from({ length: 12 }, () => 1))).toThrow(/\[9\]: must be string$/);
  });
});

describe('a text that a person reads in one line', () => {
  const line = shapeOf(Type.String({ format: 'line' }));

  it.each([['tab\t'], ['two\nlines'], ['turned \u202egnihton'], ['\u2066'], ['\u0000'], ['\u0085'], ['\u2028']])(
    '%j is refused',
    (text) => {
      const shape = line(text);
      const fault = shape.kind === 'valid' ? '' : shape.firstFault.text;
      expect(fault).toBe('must be one line, without control characters or marks that turn text around');
    },
  );

  it.each([['Brewery Plzeň'], ['محطة الشمال'], ['תחנה'], ['風力 🌬️'], ['a "quoted" <b>']])('%s is taken', (text) => {
    expect(line(text).kind).toBe('valid');
  });

  it('is each name and reason in the body of a request', () => {
    const read: unknown[] = [];
    const unbound: string[] = [];
    const look = (at: string, schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, of] of Object.entries(schema)) {
        const isRead = /Name$|^(?:reason|note|label)$/.test(name) && 'type' in of && of.type === 'string';
        if (isRead) read.push(of);
        if (isRead && !('format' in of && of.format === 'line')) unbound.push(`${at}.${name}`);
        look(`${at}.${name}`, of);
      }
    };
    // What controllers send is not read as a name.
    const rows: readonly Operation[] = OPERATIONS;
    for (const { id, request, credential } of rows) if (credential !== 'controller-key') look(id, request?.schema);
    expect(unbound).toEqual([]);
    expect(read.length).toBeGreaterThan(10);
  });
});
