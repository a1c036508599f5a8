import { expect, it } from 'vitest';
import { forgetOld } from './forget-old.ts';

it('takes the steps of each kind, whatever becomes of another, where this node is chosen', async () => {
  const failure = new Error('the store does not answer');
  const failures: unknown[] = [];
  const taken = Promise.withResolvers<boolean>();
  let isChosen = false;
  const options = {
    now: Date.now,
    isChosen: async () => {
      const wasChosen = isChosen;
      isChosen = true;
      return wasChosen;
    },
    onFailure: (cause: unknown) => failures.push(cause),
  };
  const forgetting = forgetOld(options, [
    () => Promise.reject(failure),
    () => Promise.resolve(isChosen).then((is) => (taken.resolve(is), false)),
  ]);
  await expect(taken.promise).resolves.toBe(true);
  await forgetting.stop();
  expect(failures).toEqual([failure]);
});
