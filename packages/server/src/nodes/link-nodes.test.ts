import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { linkNodes } from './link-nodes.ts';

it('tells the other nodes of a write, and not the one that wrote', async () => {
  const database = await createTestDatabase('empty');
  onTestFinished(() => database[Symbol.asyncDispose]());
  const onFailure = (cause: unknown) => expect.unreachable(String(cause));
  const [one, other] = await Promise.all([1, 2].map(() => linkNodes({ url: database.url, onFailure })));
  if (one === undefined || other === undefined) throw new Error('two were linked');
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  const heard: string[] = [];
  const both = Promise.withResolvers<void>();
  one.hearOfWrites(() => {
    heard.push('one');
    both.resolve();
  });
  other.hearOfWrites(() => {
    heard.push('other');
    other.tellOfWrite();
  });
  one.tellOfWrite();
  await both.promise;
  expect(heard).toEqual(['other', 'one']);
});
