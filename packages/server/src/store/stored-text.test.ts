import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compressText, fromStoredText, textOfBytes, toStoredText } from './stored-text.ts';

const COMMAND =
  '[{"asset":"grid","type":"afrrActivationkW","entries":[{"startAt":"2030-01-01T10:00:00.500Z","endAt":"2030-01-01T10:00:12Z","value":70.1}]}]';

it('comes back as it was, short and long, from either store', () => {
  const texts = fc.oneof(
    fc.jsonValue().map((value) => JSON.stringify(value)),
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

it('is less than half of what an activation says; compressed, a fifth of a day', () => {
  expect(String(toStoredText(COMMAND)).length).toBeLessThan(COMMAND.length / 2);
  const day = JSON.stringify(Array.from({ length: 96 }, (_, quarter) => ({ ...JSON.parse(COMMAND)[0], quarter })));
  expect(compressText(day).length).toBeLessThan(day.length / 5);
});

it('is read as it is where a release before wrote it', () => {
  expect(fromStoredText(COMMAND)).toBe(COMMAND);
});
