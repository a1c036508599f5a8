import { expect, it } from 'vitest';
import { createCloseStack } from './close-stack.ts';

it('closes the newest first, each after the one before is closed', async () => {
  const closed: string[] = [];
  const closeStack = createCloseStack();
  const slow = Promise.withResolvers<void>();
  closeStack.add(() => closed.push('store'));
  closeStack.add(() => slow.promise.then(() => closed.push('link')));
  closeStack.add(() => closed.push('port'));
  const unwound = closeStack.unwind();
  await new Promise(setImmediate);
  expect(closed).toEqual(['port']);
  slow.resolve();
  await unwound;
  expect(closed).toEqual(['port', 'link', 'store']);
});

it('closes the rest where one fails, says so, and closes nothing twice', async () => {
  const closed: string[] = [];
  const closeStack = createCloseStack();
  closeStack.add(() => closed.push('store'));
  closeStack.add(() => {
    throw new Error('stuck');
  });
  await expect(closeStack.unwind()).rejects.toMatchObject({ errors: [new Error('stuck')] });
  await expect(closeStack.unwind()).rejects.toThrow('not everything could be closed');
  expect(closed).toEqual(['store']);
});

it('waits for what hangs no longer than it is told to', async () => {
  const closeStack = createCloseStack(20);
  closeStack.add(() => new Promise(() => undefined));
  await expect(closeStack.unwind()).resolves.toBeUndefined();
});
