import { expect, it } from 'vitest';
import { overLine } from './over-line.ts';

it.each([
  ['Simulating site 5 of 12', 80, 'Simulating site 5 of 12'],
  ['Simulating site 5 of 12', 24, 'Simulating site 5 of 12'],
  ['Simulating site 5 of 12', 23, 'Simulating site 5 of …'],
  ['Simulating site 5 of 12', 0, 'Simulating site 5 of 12'],
  ['Simulating site 5 of 12', undefined, 'Simulating site 5 of 12'],
  ['', 80, ''],
])('%j at %s columns stays left of the last column, where the terminal would go on below', (line, columns, shown) => {
  expect(overLine(line, columns)).toBe(`\r\u001B[K${shown}`);
});
