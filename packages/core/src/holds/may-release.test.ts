import { expect, it } from 'vitest';
import { mayRelease } from './may-release.ts';

it('a hold is released by its maker or by an operator', () => {
  expect(mayRelease({ madeBy: 'a' }, { clientId: 'a', isOperator: false })).toBe(true);
  expect(mayRelease({ madeBy: 'a' }, { clientId: 'b', isOperator: false })).toBe(false);
  expect(mayRelease({ madeBy: 'a' }, { clientId: 'b', isOperator: true })).toBe(true);
});
