import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PATHS, type Report } from '@setpoint/contract';
import { keepReaching } from './keep-reaching.ts';
import type { Link, LinkAddress, LinkHandlers } from './link.ts';

const WAIT_SECONDS = 50;
const POLL_WITHIN_MS = 65_000;
const ANSWER_WITHIN_MS = 15_000;
const GOODBYE_WITHIN_MS = 2_000;

type Asking = Omit<RequestInit, 'headers' | 'signal'> & { readonly headers?: Readonly<Record<string, string>> };

/** The controller protocol over HTTPS: a poll that waits for changes, and reports beside it. */
export function openHttpsLink({ url, controllerKey }: LinkAddress, handlers: LinkHandlers): Link {
  const session = randomUUID();
  const closing = new AbortController();

  const sending = new Set<Promise<unknown>>();

  async function ask(path: string, signal: AbortSignal, init: Asking = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${controllerKey}` };
    const response = await fetch(url + path, { ...init, headers, signal });
    if (response.ok || response.status === 304) return response;
    const text = await response.text();
    throw new Error(`${response.status} from ${path}: ${text.slice(0, 300)}`);
  }

  async function post(report: Report): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(report);
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    await (await ask(PATHS.controllerReport, signal, { method: 'POST', headers, body })).text();
  }

  async function poll(): Promise<void> {
    const revision = handlers.revision();
    const headers = {
      prefer: `wait=${WAIT_SECONDS}`,
      ...(revision === undefined ? {} : { 'if-none-match': `"${revision}"` }),
    };
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(POLL_WITHIN_MS)]);
    const response = await ask(PATHS.controllerSchedule, signal, { headers });
    if (response.status === 304) return;
    const isTaken = await handlers.onSnapshot(await response.json());
    // Asked again at once, the service would only send the same.
    if (!isTaken) throw new Error('the service sent a schedule that is malformed');
  }

  const reaching = keepReaching(
    { signal: closing.signal, onLost: (reason) => handlers.onLost(reason) },
    async (reached) => {
      await handlers.onConnect(session);
      while (!closing.signal.aborted) {
        reached();
        await poll();
      }
    },
  );

  return {
    async send(report: Report) {
      const sent = post(report);
      const settled = sent.catch(() => undefined);
      sending.add(settled);
      await sent.finally(() => sending.delete(settled));
    },
    async close() {
      closing.abort();
      const signal = AbortSignal.timeout(GOODBYE_WITHIN_MS);
      // A report that overtakes the goodbye would bring the site back.
      await Promise.race([Promise.all([reaching, ...sending]), once(signal, 'abort')]);
      const path = PATHS.controllerSession.replace(':session', session);
      // Without a goodbye the site is offline 90 s later.
      await ask(path, signal, { method: 'DELETE' }).catch(() => undefined);
    },
  };
}
