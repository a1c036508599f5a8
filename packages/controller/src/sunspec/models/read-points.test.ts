import { expect, test } from 'vitest';
import { readPoints, readRaw } from './read-points.ts';

const points = {
  W: { offset: 2, type: 'int16', scale: 'W_SF' },
  Hz: { offset: 3, type: 'uint32' },
  W_SF: { offset: 5, type: 'sunssf' },
} as const;
const read = (values: number[], offset = 2) => readPoints(points, { offset, values });

test.each([
  ['uint16', [0xffff]],
  ['int32', [0x8000, 0]],
  ['uint32', [0xffff, 0xffff]],
  ['uint64', [0xffff, 0xffff, 0xffff, 0xffff]],
  ['enum16', [0xffff]],
  ['sunssf', [0x8000]],
] as const)('%s has one pattern that says: not implemented', (type, registers) => {
  expect(readRaw(type, [...registers])).toBeUndefined();
});

test.each([
  ['int16', [0x8001], -32_767],
  ['uint16', [0x8000], 32_768],
  ['int32', [0xffff, 0xfffe], -2],
  ['uint64', [0, 1, 0, 2], 4_294_967_298],
] as const)('%s is read high word first', (type, registers, value) => {
  expect(readRaw(type, [...registers])).toBe(value);
});

test('a scale factor moves the decimal point and adds no noise', () => {
  expect(read([123, 0, 50, 0xffff])).toEqual({ W: 12.3, Hz: 50, W_SF: -1 });
  expect(read([0xff85, 0, 50, 2])).toEqual({ W: -12_300, Hz: 50, W_SF: 2 });
});

test('a value whose scale factor is absent or beyond ten is no value', () => {
  expect(read([123, 0, 50, 0x8000]).W).toBeUndefined();
  expect(read([123, 0, 50, 11]).W).toBeUndefined();
  expect(read([123, 0, 50, 0xfff5]).W).toBeUndefined();
  expect(read([123, 0, 50, 10]).W).toBe(1.23e12);
});

test('points outside of what was read are absent', () => {
  expect(read([123, 0])).toEqual({});
  expect(read([0, 50, 0xffff], 3)).toEqual({ Hz: 50, W_SF: -1 });
});
