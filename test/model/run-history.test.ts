import { afterEach, describe, expect, it } from 'vitest';
import { propertyOf } from './check-post-answer.ts';
import type { HistoryCounts } from './history-counts.ts';
import { runHistory } from './run-history.ts';
import type { SiteAnswer } from './site-client.ts';
import { type Flaw, type ModelServer, startModelServer } from './start-model-server.ts';

const siteIds = [1, 2, 3].map((nth) => `5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f000${nth}`);

const running: ModelServer[] = [];

afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

async function runAgainst(flaw: Flaw, batches: number): Promise<HistoryCounts> {
  const server = await startModelServer(siteIds, flaw);
  running.push(server);
  return await runHistory({ baseUrl: server.baseUrl, token: 'none', siteIds, seed: 11, batches });
}

function withBody(answer: SiteAnswer, change: object): SiteAnswer {
  const body = typeof answer.body === 'object' ? answer.body : {};
  return { ...answer, body: { ...body, ...change } };
}

const whenPosted =
  (status: number, spoil: (answer: SiteAnswer) => SiteAnswer): Flaw =>
  (call, answer) =>
    call === 'post' && answer.status === status ? spoil(answer) : answer;

const flaws: readonly (readonly [string, string, Flaw])[] = [
  ['a status of 200 for 201', 'POST schedules', whenPosted(201, (answer) => ({ ...answer, status: 200 }))],
  ['a batchId that is no uuid', 'POST schedules', whenPosted(201, (answer) => withBody(answer, { batchId: '7' }))],
  ['a batchId used twice', 'POST schedules', whenPosted(201, (answer) => withBody(answer, { batchId: siteIds[0] }))],
  ['a wrong count', 'POST schedules', whenPosted(201, (answer) => withBody(answer, { accepted: 0 }))],
  ['a third key in a receipt', 'POST schedules', whenPosted(201, (answer) => withBody(answer, { version: 1 }))],
  ['a third key in a refusal', 'POST schedules', whenPosted(400, (answer) => withBody(answer, { code: 1 }))],
  ['another error value', 'POST schedules', whenPosted(400, (answer) => withBody(answer, { error: 'invalid' }))],
  [
    'schedules in another order',
    'GET site',
    (call, answer) => (call === 'get' ? withBody(answer, { schedules: reversed(answer) }) : answer),
  ],
  ['timestamps written anew', 'GET site', (call, answer) => (call === 'get' ? normalized(answer) : answer)],
  ['an empty list', 'GET sites', (call, answer) => (call === 'list' ? { status: 200, body: { sites: [] } } : answer)],
  ['no object', 'GET sites', (call, answer) => (call === 'list' ? { ...answer, body: 'sites' } : answer)],
];

function reversed({ body }: SiteAnswer): readonly unknown[] {
  const schedules = propertyOf(body, 'schedules');
  return Array.isArray(schedules) ? schedules.toReversed() : [];
}

function normalized(answer: SiteAnswer): SiteAnswer {
  const text = JSON.stringify(answer.body).replaceAll('+00:00', 'Z');
  return { ...answer, body: JSON.parse(text) };
}

describe('a history', () => {
  it('of right answers ends with its counts', async () => {
    const counts = await runAgainst((_, answer) => answer, 300);
    expect(counts.batches).toBe(300);
    expect(counts.accepted + counts.rejected).toBe(300);
    expect(counts.accepted).toBeGreaterThan(150);
    expect(counts.gets).toBe(300 + 3 + 30);
  });

  it('starts by clearing what an earlier one has left', async () => {
    const server = await startModelServer(siteIds, (_, answer) => answer);
    running.push(server);
    for (const seed of [1, 2]) {
      const options = { baseUrl: server.baseUrl, token: 'none', siteIds, seed, batches: 30 };
      expect((await runHistory(options)).batches).toBe(30);
    }
  });

  it.each(flaws)('notices %s', async (_, call, flaw) => {
    await expect(runAgainst(flaw, 600)).rejects.toThrow(`${call} differs from the model`);
  });

  it('shows seed, step, what was sent, and both sides of a mismatch', async () => {
    const stale: Flaw = (call, answer) => (call === 'get' ? withBody(answer, { schedules: [] }) : answer);
    await expect(runAgainst(stale, 60)).rejects.toThrow(
      /^Seed 11, site .*, step \d+: GET site .*\nLast batch sent: .*\nExpected.*: \[\{.*\nActual.*: \[\]$/s,
    );
  });

  it('names the seed when the service does not answer', async () => {
    const options = { baseUrl: 'http://127.0.0.1:1', token: 'none', siteIds, seed: 5, batches: 9 };
    await expect(runHistory(options)).rejects.toThrow('Seed 5');
  });
});
