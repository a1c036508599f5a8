import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { firstRelease } from './first-release.ts';
import { migrations } from './migrations.ts';

const FIRST_WITHOUT_GAPS = 100;
const names = Object.keys(migrations);

it('each file is a step after the first release, and each of these a file of its name', () => {
  const files = globSync(`${import.meta.dirname}/[0-9]*.ts`).map((path) => basename(path, '.ts'));
  expect(names).toEqual([...Object.keys(firstRelease), ...files.sort()]);
});

it('steps are numbered without gaps from 0100 on, so that none is ever slipped in before one that was applied', () => {
  const numbers = names.map((name) => Number(name.slice(0, 4))).filter((number) => number >= FIRST_WITHOUT_GAPS);
  expect(numbers).toEqual(numbers.map((_, index) => FIRST_WITHOUT_GAPS + index));
});
