import { expect, it } from 'vitest';
import { createUnwinding } from './unwinding.ts';

it('closes the newest first, each after the one before is closed', async () => {
  const closed: string[] = [];
  const unwinding = createUnwinding();
  const slow = Promise.withResolvers<void>();
  unwinding.add(() => closed.push('store'));
  unwinding.add(() => slow.promise.then(() => closed.push('link')));
  unwinding.add(() => closed.push('port'));
  const unwound = unwinding.unwind();
  await new Promise(setImmediate);
  expect(closed).toEqual(['port']);
  slow.resolve();
  await unwound;
  expect(closed).toEqual(['port', 'link', 'store']);
});

it('closes the rest where one fails, says so, and closes nothing twice', async () => {
  const closed: string[] = [];
  const unwinding = createUnwinding();
  unwinding.add(() => closed.push('store'));
  unwinding.add(() => {
    throw new Error('stuck');
  });
  await expect(unwinding.unwind()).rejects.toMatchObject({ errors: [new Error('stuck')] });
  await expect(unwinding.unwind()).rejects.toThrow('not everything could be closed');
  expect(closed).toEqual(['store']);
});

it('waits for what hangs no longer than it is told to', async () => {
  const unwinding = createUnwinding(20);
  unwinding.add(() => new Promise(() => undefined));
  await expect(unwinding.unwind()).resolves.toBeUndefined();
});
