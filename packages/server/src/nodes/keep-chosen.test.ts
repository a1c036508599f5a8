import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lookUntil } from '../../testing/look-until.ts';
import { createTestDatabase } from '../../testing/create-test-database.ts';
import { inEachTest, ofTest } from '../../testing/of-tests.ts';
import { defineWrite } from '../store/define-write.ts';
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { keepChosen } from './keep-chosen.ts';
import { createLease, LEASE_MS } from './lease.ts';

const database = inEachTest(() => ofTest(createTestDatabase()));

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

async function nodeOf(name: string) {
  const client = await connected();
  const clock = { now: 0 };
  const lease = createLease(() => performance.now() + clock.now);
  const chosen = keepChosen(name, lease);
  const look = async () => {
    await chosen.look(client);
    return lease.term();
  };
  return { client, clock, lease, look, giveBack: () => chosen.giveBack(client) };
}

// As if the time had gone by in which nobody renewed it.
const runOut = () => database.query('UPDATE chosen_node SET valid_until = 1');

describe('the chosen node', () => {
  it('stays it where it looks again before the first look is over', async () => {
    const one = await nodeOf('one');
    const ask = one.client.query.bind(one.client) as (text: string, values: unknown[]) => Promise<pg.QueryResult>;
    let again: Promise<unknown> | undefined;
    Object.assign(one.client, {
      query(text: string, values: unknown[]) {
        const answer = ask(text, values);
        // It has taken the lease, and does not know yet.
        if (text.includes('term = term + 1')) void answer.then(() => (again ??= one.look()));
        return answer;
      },
    });
    await one.look();
    await again;
    await expect(one.look()).resolves.toBe(1);
  });

  it('is that no more once its lease ran out here, whatever the database would say', async () => {
    const one = await nodeOf('one');
    await one.look();
    one.clock.now = LEASE_MS - 1_000;
    expect(one.lease.term()).toBe(1);
    one.clock.now = LEASE_MS;
    expect(one.lease.term()).toBeUndefined();
  });

  it('is another, under the next number, once it did not renew its lease', async () => {
    const [one, other] = [await nodeOf('one'), await nodeOf('other')];
    await one.look();
    await runOut();
    await expect(other.look()).resolves.toBe(2);
    const back = await nodeOf('one');
    await expect(back.look()).resolves.toBeUndefined();
  });

  it('is another once its session is gone, whatever is left of the lease', async () => {
    const [one, other] = [await nodeOf('one'), await nodeOf('other')];
    await one.look();
    await one.client.end();
    await lookUntil(other.look, (term) => term !== undefined);
    expect(other.lease.term()).toBe(2);
  });

  it('is another at once when it gives the lease back', async () => {
    const [one, other] = [await nodeOf('one'), await nodeOf('other')];
    await one.look();
    await one.giveBack();
    expect(one.lease.term()).toBeUndefined();
    await expect(other.look()).resolves.toBe(2);
  });
});

const probe = statement<{ at: number }>()(({ db, param }) =>
  db.updateTable('store_state').set({ probed_at: param('at') }),
);
const writeAsChosen = defineWrite({
  name: 'writeAsChosen',
  only: 'chosen',
  record: 'a test',
  run: async (tx: Tx, { at, meanwhile }: { readonly at: number; readonly meanwhile?: () => Promise<void> }) => {
    await tx.run(probe, { at });
    await meanwhile?.();
  },
});

describe('a write of the chosen node', () => {
  const storeOf = (term: () => number | undefined, onRefused = () => undefined as void) => {
    const opening = { url: database.url, connections: 4, isUnsafeAllowed: true, onLost: () => undefined };
    return ofTest(openPostgresStore({ ...opening, fence: { term, onRefused } }));
  };
  const probedAt = async () => (await database.query('SELECT probed_at FROM store_state'))[0]?.['probed_at'];

  it('is made by it, and refused and counted at the one that was chosen before', async () => {
    const [one, other] = [await nodeOf('one'), await nodeOf('other')];
    await one.look();
    let refused = 0;
    const [stale, fresh] = [
      await storeOf(
        () => 1,
        () => void (refused += 1),
      ),
      await storeOf(() => other.lease.term()),
    ];
    await stale.write(writeAsChosen, { at: 1 });
    await runOut();
    await other.look();
    await expect(stale.write(writeAsChosen, { at: 2 })).rejects.toThrow('this node is not the chosen one any more');
    expect(refused).toBe(1);
    await expect(probedAt()).resolves.toBe(1);
    await fresh.write(writeAsChosen, { at: 3 });
    await expect(probedAt()).resolves.toBe(3);
  });

  it('that has begun is committed before another is chosen', async () => {
    const [one, other] = [await nodeOf('one'), await nodeOf('other')];
    await one.look();
    const store = await storeOf(() => one.lease.term());
    let taking: Promise<unknown> = Promise.resolve();
    const meanwhile = async () => {
      await runOut();
      taking = other.look().then(async (term) => ({ term, found: await probedAt() }));
      // It waits for this very write.
      await lookUntil(
        () =>
          database.query(
            `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%chosen_node%' AND pid <> pg_backend_pid()`,
          ),
        (waiting) => waiting.length > 0,
      );
    };
    await store.write(writeAsChosen, { at: 1, meanwhile });
    await expect(taking).resolves.toEqual({ term: 2, found: 1 });
  });

  it('of a node that froze in its midst is undone, and another is chosen', async () => {
    const [one, other] = [await nodeOf('one'), await nodeOf('other')];
    await one.look();
    const store = await storeOf(() => one.lease.term());
    let thaw = () => {};
    const meanwhile = async () => {
      await runOut();
      const frozen = new Promise<void>((resolve) => (thaw = resolve));
      void other.look().then(thaw);
      await frozen;
    };
    await expect(store.write(writeAsChosen, { at: 7, meanwhile })).rejects.toThrow('not queryable');
    expect(other.lease.term()).toBe(2);
    await expect(probedAt()).resolves.not.toBe(7);
  });
});
