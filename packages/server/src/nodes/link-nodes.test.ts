import type { SiteId } from '@setpoint/contract';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { SIGNAL_CHANNEL } from '../store/postgres/tell-nodes.ts';
import { createTestDatabase } from '../../testing/create-test-database.ts';
import { inEachTest, ofTest } from '../../testing/of-tests.ts';
import { lookUntil } from '../../testing/look-until.ts';
import { createSiteSignals } from '../platform/site-signals.ts';
import { createLease } from './lease.ts';
import { createCompany, linkNodes } from './link-nodes.ts';

const SITE = '0190a1c0-0000-7000-8000-000000000001' as SiteId;

const database = inEachTest(() => ofTest(createTestDatabase()));
const onFailure = (cause: unknown) => expect.unreachable(String(cause));
const linked = () => ofTest(linkNodes({ url: database.url, lease: createLease(), onFailure }));

it('tells the other nodes of a write, and not the one that wrote', async () => {
  const [one, other] = await Promise.all([linked(), linked()]);
  const heard = { one: 0, other: 0 };
  one.hearOfWrites(() => (heard.one += 1));
  other.hearOfWrites(() => (heard.other += 1));
  // The greeting of the other may still be on its way: until it is heard, nothing is said.
  await lookUntil(
    async () => (one.tellOfWrite(), heard.other),
    (times) => times > 0,
  );
  // Notifications come in the order of their commits: its own words would come before this one.
  const signals = [createSiteSignals(), createSiteSignals()] as const;
  const hasCome = new Promise<void>((resolve) => {
    signals[0].listen(SITE, () => resolve());
  });
  one.join(signals[0]);
  other.join(signals[1]);
  signals[1].send(SITE, 'schedule');
  await hasCome;
  expect(heard.one).toBe(0);
});

it('tells nobody while it is alone', async () => {
  const alone = await linked();
  const heard: string[] = [];
  const listener = new pg.Client(database.url);
  await listener.connect();
  onTestFinished(() => listener.end());
  listener.on('notification', ({ payload = '' }) => void heard.push(payload.split(' ')[1] ?? ''));
  await listener.query(`LISTEN ${SIGNAL_CHANNEL}`);
  alone.tellOfWrite();
  // What it said before arrives before its first word to a node that comes.
  await linked();
  await expect.poll(() => heard.slice(0, 2)).toEqual(['h', 'a']);
  alone.tellOfWrite();
  await expect.poll(() => heard.at(-1)).toBe('w');
});

it('is there from the first word of another node until a minute after the last', () => {
  let now = 0;
  const company = createCompany(() => now);
  expect(company.isThere()).toBe(false);
  company.hear('w');
  now = 59_999;
  expect(company.isThere()).toBe(true);
  now = 60_000;
  expect(company.isThere()).toBe(false);
});

it('answers who is new, and nobody else: two nodes know of each other after two words', () => {
  const [old, young] = [createCompany(), createCompany()];
  const answer = old.hear(young.word(true)) ?? '';
  expect(young.hear(answer)).toBeUndefined();
  expect([old.isThere(), young.isThere()]).toEqual([true, true]);
  expect(old.hear(young.word(false))).toBeUndefined();
});
