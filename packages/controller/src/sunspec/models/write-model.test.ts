import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointFormats, type PointType } from './point.ts';
import { readPoints, readRaw } from './read-points.ts';
import { writePoint } from './write-model.ts';

// Nothing that can be controlled is a floating-point number.
const types = (Object.keys(pointFormats) as PointType[]).filter((type) => type !== 'float32');
const anyType = fc.constantFrom(...types);
const anyPower = fc.integer({ min: -10, max: 10 });

test('what is written is read back, to half a step of the device', () => {
  const inRange = fc.record({ type: anyType, power: anyPower, part: fc.double({ min: -1, max: 1, noNaN: true }) });
  fc.assert(
    fc.property(inRange, ({ type, power, part }) => {
      const { registers, signed } = pointFormats[type];
      const most = Math.min(2 ** (16 * registers - 1), 2 ** 52) - 1;
      const value = (signed ? part : Math.abs(part)) * most * 10 ** power;
      const block = [...writePoint(type, value, { power }), ...writePoint('sunssf', power)];
      const points = { V: { offset: 0, type, scale: 'SF' }, SF: { offset: registers, type: 'sunssf' } } as const;
      const back = readPoints(points, { offset: 0, values: block }).V ?? Number.NaN;
      expect(Math.abs(back - value)).toBeLessThanOrEqual(0.5001 * 10 ** power + Math.abs(value) * 1e-14);
    }),
  );
});

test('no value, however large, is written as "not implemented"', () => {
  fc.assert(
    fc.property(anyType, fc.double({ noNaN: true }), anyPower, (type, value, power) => {
      const registers = writePoint(type, value, { power });
      expect(registers).toHaveLength(pointFormats[type].registers);
      expect(registers.every((word) => Number.isInteger(word) && word >= 0 && word <= 0xffff)).toBe(true);
      expect(readRaw(type, registers)).toBeTypeOf('number');
    }),
  );
});

test('rounding down never gives more than was asked', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), fc.integer({ min: -2, max: 1 }), (percent, power) => {
      const [raw = Number.NaN] = writePoint('uint16', percent, { power, rounding: 'down' });
      expect(raw * 10 ** power).toBeLessThanOrEqual(percent + 1e-9);
    }),
  );
});

test('the noise of a scaling costs no step', () => {
  expect(writePoint('uint16', 4.35, { power: -2, rounding: 'down' })).toEqual([435]);
});

test('NaN is refused', () => {
  expect(() => writePoint('int16', Number.NaN)).toThrow(RangeError);
});
