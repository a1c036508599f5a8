import { PATHS } from '@setpoint/contract';
import type { Ask } from './create-ask.ts';
import { keepReaching } from './keep-reaching.ts';
import type { LinkHandlers } from './link.ts';
import type { Timing } from './timing.ts';

interface Following {
  readonly ask: Ask;
  readonly handlers: Pick<LinkHandlers, 'onOrders'>;
  readonly timing: Timing;
  readonly signal: AbortSignal;
}

const WAIT_SECONDS = 50;
const POLL_WITHIN_MS = 65_000;

/** Asks for the orders of the site over HTTPS, each time as soon as there are others. */
export async function followOrders({ ask, handlers, timing, signal }: Following): Promise<void> {
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
