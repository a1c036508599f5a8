import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deflateRawSync } from 'node:zlib';
import { compressText, fromStoredText, textOfBytes, toStoredText } from './stored-text.ts';

const COMMAND =
  '[{"asset":"grid","type":"afrrActivationkW","entries":[{"startAt":"2030-01-01T10:00:00.500Z","endAt":"2030-01-01T10:00:12.000Z","value":70.1}]}]';

const YEAR = fc.constantFrom('1969', '1970', '2026', '2028', '2109', '2999');
const DIGITS = fc.integer({ min: 0, max: 61 }).map((number) => String(number).padStart(2, '0'));

it('comes back as it was, short and long, from either store', () => {
  const texts = fc.oneof(
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.date({ noInvalidDate: true }).map((date) => JSON.stringify([date, Number(date)])),
    fc.tuple(YEAR, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS).map(([year, month, day, ...time]) => {
      return `"${year}-${month}-${day}T${time.join(':')}.000Z"`;
    }),
    fc.array(fc.uuid()).map((ids) => JSON.stringify(ids)),
    fc.string({
      unit: fc.constantFrom('"', '-', '0', 'f', '"01234567-', '89ab-', 'cdef-', '0123456789ab"'),
      maxLength: 60,
    }),
    fc.string({ unit: fc.constantFrom('"', '1', '2', 'Z', ':', '.', 'T', '-'), minLength: 10, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...COMMAND.split(/(?<=[:,{[])/), '"isLate":true}}', 'bess'), maxLength: 400 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const stored of [toStoredText(text), compressText(text)]) {
        expect(fromStoredText(stored)).toBe(text);
        if (typeof stored !== 'string') expect(fromStoredText(textOfBytes(stored))).toBe(text);
      }
    }),
  );
});

it('is a quarter of what an activation says; compressed, a fifth of a day', () => {
  expect(String(toStoredText(COMMAND)).length).toBeLessThan(COMMAND.length / 4);
  const day = JSON.stringify(Array.from({ length: 96 }, (_, quarter) => ({ ...JSON.parse(COMMAND)[0], quarter })));
  expect(compressText(day).length).toBeLessThan(day.length / 5);
});

it('is read as it is where a release before wrote it', () => {
  expect(fromStoredText(COMMAND)).toBe(COMMAND);
  const compressed = deflateRawSync(COMMAND, { level: 1 });
  expect([compressed, textOfBytes(compressed)].map(fromStoredText)).toEqual([COMMAND, COMMAND]);
});
