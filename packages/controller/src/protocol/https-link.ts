import { randomUUID } from 'node:crypto';
import { PATHS, type Report } from '@setpoint/contract';
import { keepReaching } from './keep-reaching.ts';
import type { Link, LinkAddress, LinkHandlers } from './link.ts';

const WAIT_SECONDS = 50;
const POLL_WITHIN_MS = 65_000;
const ANSWER_WITHIN_MS = 15_000;

type Asking = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** The controller protocol over HTTPS: a poll that waits for changes, and reports beside it. */
export function openHttpsLink({ url, controllerKey }: LinkAddress, handlers: LinkHandlers): Link {
  const session = randomUUID();
  const closing = new AbortController();

  async function ask(path: string, timeoutMs: number, init: Asking = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${controllerKey}` };
    const signal = init.signal ?? AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(url + path, { ...init, headers, signal });
    if (response.ok || response.status === 304) return response;
    const text = await response.text();
    throw new Error(`${response.status} from ${path}: ${text.slice(0, 300)}`);
  }

  async function poll(): Promise<void> {
    const revision = handlers.revision();
    const headers = {
      prefer: `wait=${WAIT_SECONDS}`,
      ...(revision === undefined ? {} : { 'if-none-match': `"${revision}"` }),
    };
    const response = await ask(PATHS.controllerSchedule, POLL_WITHIN_MS, { headers });
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
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(report);
      await (await ask(PATHS.controllerReport, ANSWER_WITHIN_MS, { method: 'POST', headers, body })).text();
    },
    async close() {
      closing.abort();
      await reaching;
      const path = PATHS.controllerSession.replace(':session', session);
      const signal = AbortSignal.timeout(1_000);
      // Without a goodbye the site is offline 90 s later.
      await ask(path, 0, { method: 'DELETE', signal }).catch(() => undefined);
    },
  };
}
