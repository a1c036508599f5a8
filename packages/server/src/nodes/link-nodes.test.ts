import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { SIGNAL_CHANNEL } from '../store/postgres/tell-nodes.ts';
import { createTestDatabase } from '../../testing/create-test-database.ts';
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

it('tells nobody while it is alone', async () => {
  const database = await createTestDatabase('empty');
  onTestFinished(() => database[Symbol.asyncDispose]());
  const onFailure = (cause: unknown) => expect.unreachable(String(cause));
  const alone = await linkNodes({ url: database.url, onFailure });
  onTestFinished(() => alone.close());
  const heard: string[] = [];
  const listener = new pg.Client(database.url);
  await listener.connect();
  onTestFinished(() => listener.end());
  listener.on('notification', ({ payload = '' }) => void heard.push(payload.split(' ')[1] ?? ''));
  await listener.query(`LISTEN ${SIGNAL_CHANNEL}`);
  alone.tellOfWrite();
  // What it said before arrives before its first word to a node that comes.
  const other = await linkNodes({ url: database.url, onFailure });
  onTestFinished(() => other.close());
  await expect.poll(() => heard.slice(0, 2)).toEqual(['h', 'a']);
  alone.tellOfWrite();
  await expect.poll(() => heard.at(-1)).toBe('w');
});
