import { answersTo, type BadRequest, OPERATIONS, PATHS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { ask, type Reply } from './ask.ts';
import { createAnswerCheck } from './create-answer-check.ts';
import { goodCall } from './good-call.ts';
import { worldOfTests } from '@setpoint/server/testing/open-world';
import { ownProvocations } from './own-provocations.ts';
import { generalProvocations, provocationsOf, readDocument } from './provocations-of.ts';

const UNFINISHED_AFTER_MS = 300;

describe('what /openapi.json says can happen', async () => {
  const world = await worldOfTests();
  const problemsOf = createAnswerCheck(await readDocument(world));

  describe.each(OPERATIONS)('$id', (operation) => {
    const { id, method, path } = operation;
    const isOfFleet = method === 'get' && path.startsWith('/api/v1/fleet/');
    const statuses = answersTo(operation).map(({ status }) => status);

    // Node looks for slow requests once a second: those are waited for all at once, below.
    it.each(statuses.filter((status) => status !== 408))('answers %i as it is described', async (status) => {
      const provocations = provocationsOf(id, status);
      expect(provocations).not.toEqual([]);
      for (const provoke of provocations) {
        const reply = await provoke(world, await goodCall(world, id));
        expect([reply.status, reply.text]).toEqual([status, expect.anything()]);
        expect(problemsOf(id, reply)).toEqual([]);
        expect(unsaid(reply, path)).toEqual([]);
        // Nothing of the fleet stays in a cache.
        if (isOfFleet && (status === 200 || status === 401))
          expect([reply.headers['cache-control'], reply.headers.etag]).toEqual(['no-store', undefined]);
      }
    });
  });

  it.each(OPERATIONS)('$id answers with nothing else, whatever is tried', async (operation) => {
    const { id } = operation;
    const tried = new Set([...Object.keys(generalProvocations), ...Object.keys(ownProvocations[id] ?? {})].map(Number));
    for (const { status } of answersTo(operation)) tried.delete(status);
    for (const status of tried) {
      for (const provoke of provocationsOf(id, status)) {
        const reply = await provoke(world, await goodCall(world, id));
        expect([status, problemsOf(id, reply)]).toEqual([status, []]);
      }
    }
  });

  const withIds = OPERATIONS.filter(({ path }) => path.includes(':'));
  it.each(withIds)('$id takes a character that no database can hold for an id that nobody has', async (operation) => {
    // A session that nobody has is over as it is.
    const ended = operation.id === 'endControllerSession' ? [204] : [];
    const names = operation.path.split('/');
    for (const [index, name] of names.entries()) {
      if (!name.startsWith(':')) continue;
      const good = await goodCall(world, operation.id);
      const [path = '', ...query] = good.path.split('?');
      const nul = path.split('/').with(index, '%00').join('/');
      const { status } = await ask(world.base, { ...good, path: [nul, ...query].join('?') });
      expect([nul, [...ended, 400, 404].includes(status) ? 'refused' : status]).toEqual([nul, 'refused']);
    }
  });

  it('answers 408 as it is described, whatever the operation', async () => {
    const another = await world.startAnother();
    another.app.server.headersTimeout = UNFINISHED_AFTER_MS;
    another.app.server.requestTimeout = UNFINISHED_AFTER_MS;
    const calls = await Promise.all(OPERATIONS.map(async ({ id }) => ({ id, good: await goodCall(world, id) })));
    const asked = calls.map(async ({ id, good }) => {
      const replies = await Promise.all(
        provocationsOf(id, 408).map((provoke) => provoke({ ...world, ...another }, good)),
      );
      return { id, replies, problems: replies.map((reply) => problemsOf(id, reply)) };
    });
    for (const { id, replies, problems } of await Promise.all(asked)) {
      expect([id, replies.map(({ status }) => status), problems]).toEqual([id, [408], [[]]]);
    }
  });

  it('names every method that a path takes', async () => {
    const { openapi: _openapi, asyncapi: _asyncapi, docs: _docs, reference: _reference, ...described } = PATHS;
    for (const path of Object.values(described)) {
      const { headers } = await ask(world.base, { method: 'OPTIONS', path, headers: {} });
      const taken = (headers.allow?.split(', ') ?? []).filter((method) => method !== 'HEAD');
      const methods = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) =>
        method.toUpperCase(),
      );
      expect([path, methods.sort()]).toEqual([path, taken]);
    }
  });

  it('is what is checked here: a status that is not described is found', async () => {
    const reply = { status: 418, headers: {}, text: '' };
    expect(problemsOf('listSites', reply)).toEqual(['418 is not described']);
    const { status, headers } = await ask(world.base, await goodCall(world, 'listSites'));
    expect(problemsOf('listSites', { status, headers, text: '{"sites":[{}]}' })).not.toEqual([]);
    expect(problemsOf('listSites', { status, headers: {}, text: '{"sites":[]}' })).toEqual(['X-Request-Id is missing']);
  });
});

const TOLD = 10;

/** What a 400 of the fleet interface should tell beside its sentence, which has the first ten problems. */
function unsaid({ status, text }: Reply, path: string): readonly string[] {
  if (status !== 400) return [];
  const { message = '', problems } = JSON.parse(text) as Partial<BadRequest>;
  const isExpected = path.startsWith('/api/v1/fleet/') && message !== 'this is not an HTTP/1.1 request';
  if (isExpected !== (problems !== undefined)) return [`problems of ${text}`];
  const texts = problems?.slice(0, TOLD).map((problem) => problem.message) ?? [];
  return texts.filter((one) => !message.includes(one));
}
