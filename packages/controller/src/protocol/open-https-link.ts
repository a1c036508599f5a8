import { randomUUID } from 'node:crypto';
import { PATHS, type Report } from '@setpoint/contract';
import { type Ask, createAsk, type HttpsWays } from './create-ask.ts';
import { keepReaching } from './keep-reaching.ts';
import type { Link, LinkAddress, LinkHandlers } from './link.ts';
import { wait } from './wait.ts';
import type { Timing } from './timing.ts';

const WAIT_SECONDS = 50;
const POLL_WITHIN_MS = 65_000;
const ANSWER_WITHIN_MS = 15_000;
const END_WITHIN_MS = 2_000;

/** The controller protocol over HTTPS: a poll that waits for changes, and reports beside it. */
export function openHttpsLink(address: LinkAddress, handlers: LinkHandlers, ways: HttpsWays): Link {
  const { timing } = ways;
  const ask = createAsk(address, ways);
  const session = randomUUID();
  const closing = new AbortController();
  const { horizonHours } = address;
  const schedule = PATHS.controllerSchedule + (horizonHours === undefined ? '' : `?horizonHours=${horizonHours}`);
  const sending = new Set<Promise<unknown>>();

  async function poll(): Promise<void> {
    const revision = handlers.revision();
    const headers = {
      prefer: `wait=${Math.ceil(WAIT_SECONDS / timing.pace)}`,
      ...(revision === undefined ? {} : { 'if-none-match': `"${revision}"` }),
    };
    const asking = { method: 'GET', headers, withinMs: POLL_WITHIN_MS } as const;
    const { status, text } = await ask(schedule, asking, closing.signal);
    if (status === 304) return;
    const isTaken = await handlers.onSnapshot(JSON.parse(text));
    // Asking again at once would only bring the same snapshot.
    if (!isTaken) throw new Error('the service sent a malformed schedule');
  }

  const { signal } = closing;
  let following: Promise<void> | undefined;
  const reaching = keepReaching({ signal, timing, onLost: (reason) => handlers.onLost(reason) }, async (reached) => {
    await handlers.onConnect(session);
    while (!signal.aborted) {
      reached();
      await poll();
    }
  });

  return {
    takeOrders() {
      following ??= followOrders(ask, handlers, timing, signal);
      return Promise.resolve(true);
    },
    async send(report: Report) {
      const headers = { 'content-type': 'application/json' };
      const asking = { method: 'POST', headers, body: JSON.stringify(report), withinMs: ANSWER_WITHIN_MS } as const;
      const sent = ask(PATHS.controllerReport, asking);
      const settled = sent.catch(() => undefined);
      sending.add(settled);
      await sent.finally(() => sending.delete(settled));
    },
    async close() {
      closing.abort();
      const finished = new AbortController();
      // A report that arrives after the end of the session would start another.
      const last = Promise.all([reaching, following, ...sending]);
      await Promise.race([last, wait(END_WITHIN_MS, { timing, signal: finished.signal })]);
      finished.abort();
      const path = PATHS.controllerSession.replace(':session', session);
      // If this fails, the site is offline 90 s later.
      await ask(path, { method: 'DELETE', headers: {}, withinMs: END_WITHIN_MS }).catch(() => undefined);
    },
  };
}

/** Asks for the orders of the site over HTTPS, each time as soon as there are others. */
async function followOrders(
  ask: Ask,
  handlers: Pick<LinkHandlers, 'onOrders'>,
  timing: Timing,
  signal: AbortSignal,
): Promise<void> {
  const prefer = `wait=${Math.ceil(WAIT_SECONDS / timing.pace)}`;
  // The poll for the schedule says when the service is lost.
  await keepReaching({ signal, timing, onLost: () => undefined }, async (reached) => {
    let known: string | undefined;
    while (!signal.aborted) {
      const headers = { prefer, ...(known === undefined ? {} : { 'if-none-match': known }) };
      const asking = { method: 'GET', headers, withinMs: POLL_WITHIN_MS } as const;
      const { status, text, tag } = await ask(PATHS.controllerOrder, asking, signal);
      reached();
      if (status !== 304) handlers.onOrders(JSON.parse(text));
      known = tag;
    }
  });
}
