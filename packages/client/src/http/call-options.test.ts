import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createSetpointClient, type SetpointClient } from '../create-setpoint-client.ts';
import { SetpointError } from '../setpoint-error.ts';

const URL_OF_NOBODY = 'http://setpoint.test';
const STREAMS = ['events', 'pools.watchAvailability'];
// Those whose first arguments are no objects of any kind.
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  portfolio: [[{ siteId: 's', schedules: [] }]],
  'history.pastSchedules': ['s', undefined],
  'history.schedulesCsv': ['s', undefined],
};

type AnyCall = (...args: readonly unknown[]) => unknown;

/** Every call of a client by its name, with what it takes before its options. */
function callsOf(client: SetpointClient): [string, AnyCall, readonly unknown[]][] {
  const groups: [string, object][] = [['', client], ...Object.entries(client).filter(isGroup)];
  return groups.flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([name, call]: [string, unknown]): [string, AnyCall, readonly unknown[]][] => {
      if (!isCall(call)) return [];
      const whole = group === '' ? name : `${group}.${name}`;
      const before = Array.from({ length: parametersOf(call) - 1 }, () => Object.assign([], { batches: [] }));
      return [[whole, call, ARGUMENTS[whole] ?? before]];
    }),
  );
}

function isCall(member: unknown): member is AnyCall {
  return typeof member === 'function';
}

function isGroup(entry: [string, unknown]): entry is [string, object] {
  return typeof entry[1] === 'object' && entry[1] !== null;
}

// Those of `(a, b = {}, { c, ...d } = {}) =>` are three; of `(a, ...[b, c])` as well.
function parametersOf(call: AnyCall): number {
  const [, list = ''] = /^(?:async )?(?:function )?\w*\((.*?)\)(?: =>| \{)/s.exec(call.toString()) ?? [];
  return list
    .replace(/\.\.\.\[(.*)\]/, '$1')
    .replaceAll(/\{[^}]*\}/g, '')
    .split(',').length;
}

/** What comes of a call: of a list, of all of it. */
async function outcomeOf(result: unknown): Promise<unknown> {
  try {
    if (result instanceof Promise) return await result;
    const found: unknown[] = [];
    for await (const one of result as AsyncIterable<unknown>) found.push(one);
    return found;
  } catch (cause) {
    return cause;
  }
}

/** A service that never answers. */
function silent() {
  let sent = 0;
  const fetch: typeof globalThis.fetch = (_input, init) => {
    sent += 1;
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  };
  const options = { url: URL_OF_NOBODY, token: 'mine', fetch, tries: 1 };
  return { client: createSetpointClient(options), options, sent: () => sent };
}

describe('every call of the client', () => {
  it('sends nothing once its signal is aborted, and says that it was', async () => {
    const { client, sent } = silent();
    const reason = new Error('enough');
    const options = { signal: AbortSignal.abort(reason) };
    const calls = callsOf(client);
    expect(calls.length).toBeGreaterThan(90);
    for (const [name, call, before] of calls) {
      const outcome = await outcomeOf(call(...before, options));
      const aborted = { status: 0, code: 'aborted', cause: reason };
      expect([name, outcome]).toEqual([name, STREAMS.includes(name) ? [] : expect.objectContaining(aborted)]);
    }
    expect(sent()).toBe(0);
  });

  it('ends while it waits for its answer, or for a token', async () => {
    const { client, options } = silent();
    const waiting = createSetpointClient({ url: options.url, requestToken: () => new Promise(() => undefined) });
    for (const one of [client, waiting]) {
      for (const [name, call, before] of callsOf(one)) {
        const ending = new AbortController();
        const outcome = outcomeOf(call(...before, { signal: ending.signal }));
        setImmediate(() => ending.abort());
        if (STREAMS.includes(name)) expect([name, await outcome]).toEqual([name, []]);
        else if (name !== 'isHealthy' || one === client)
          expect([name, await outcome]).toEqual([name, expect.objectContaining({ status: 0, code: 'aborted' })]);
      }
    }
  });

  it('waits no longer than it is told, however patient the client is', async () => {
    const { client } = silent();
    for (const [name, call, before] of callsOf(client).filter(([one]) => !STREAMS.includes(one))) {
      const outcome = await outcomeOf(call(...before, { timeoutMs: 1 }));
      const late = { code: 'timeout', message: `${URL_OF_NOBODY} did not answer in time` };
      expect([name, outcome]).toEqual([name, name === 'isHealthy' ? false : expect.objectContaining(late)]);
      if (outcome instanceof SetpointError) expect(outcome.cause).toMatchObject({ name: 'TimeoutError' });
    }
  });
});

describe('a batch whose call is ended', () => {
  it('may have been set, if it was sent', async () => {
    const { options } = silent();
    const ending = new AbortController();
    const client = createSetpointClient({ ...options, tries: 4 });
    const setting = client.setSchedules('s', [], { signal: ending.signal, idempotencyKey: 'k' });
    setImmediate(() => ending.abort());
    await expect(setting).rejects.toMatchObject({ code: 'aborted', batchOutcome: 'unknown', idempotencyKey: 'k' });
  });

  it('was not set, if it was not sent', async () => {
    const setting = silent().client.setSchedules('s', [], { signal: AbortSignal.abort(), idempotencyKey: 'k' });
    await expect(setting).rejects.toMatchObject({ code: 'aborted', batchOutcome: 'not-applied' });
  });

  it('is not sent again, though it waits to be', async () => {
    let sent = 0;
    const ending = new AbortController();
    const fetch: typeof globalThis.fetch = () => {
      sent += 1;
      setImmediate(() => ending.abort());
      return Promise.resolve(
        Response.json({ error: 'x', message: 'x' }, { status: 429, headers: { 'Retry-After': '59' } }),
      );
    };
    const client = createSetpointClient({ url: URL_OF_NOBODY, token: 'mine', fetch });
    const setting = client.setSchedules('s', [], { signal: ending.signal });
    await expect(setting).rejects.toMatchObject({ code: 'aborted', batchOutcome: 'not-applied' });
    expect(sent).toBe(1);
  });
});

it('where nothing answers, the cause says why', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const client = createSetpointClient({ url: `http://127.0.0.1:${port}`, token: 'mine', tries: 1 });
  await expect(client.listSites()).rejects.toMatchObject({ code: 'unreachable', cause: { code: 'ECONNREFUSED' } });
});
