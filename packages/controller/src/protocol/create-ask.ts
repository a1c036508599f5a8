import type { LinkAddress } from './link.ts';
import { Refused } from './refused.ts';
import type { Timing } from './timing.ts';

/** The part of `fetch` that is needed. */
export type Fetch = (
  url: string,
  init: Omit<Asking, 'withinMs'> & { readonly signal: AbortSignal },
) => Promise<Fetched>;

interface Fetched {
  readonly status: number;
  readonly headers?: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface HttpsWays {
  readonly timing: Timing;
  readonly fetch: Fetch;
}

interface Asking {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly withinMs: number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** The name of what was answered, for `If-None-Match`. */
  readonly tag: string | undefined;
}

export type Ask = (path: string, asking: Asking, until?: AbortSignal) => Promise<Answer>;

/** Sends requests as the controller of one site; an answer that is neither a success nor 304 is an error. */
export function createAsk({ url, controllerKey }: Pick<LinkAddress, 'url' | 'controllerKey'>, ways: HttpsWays): Ask {
  return async (path, { withinMs, ...asking }, until) => {
    const headers = { ...asking.headers, authorization: `Bearer ${controllerKey}` };
    const late = new AbortController();
    const callOff = ways.timing.after(withinMs, () => late.abort(new Error(`no answer from ${path} in time`)));
    try {
      const signal = until === undefined ? late.signal : AbortSignal.any([until, late.signal]);
      const response = await ways.fetch(url + path, { ...asking, headers, signal });
      const [status, text] = [response.status, await response.text()];
      if (status < 300 || status === 304) return { status, text, tag: response.headers?.get('etag') ?? undefined };
      throw new Refused(`${status} from ${path}: ${text.slice(0, 300)}`, retryAfterMs(response));
    } finally {
      callOff();
    }
  };
}

// RFC 9110 §10.2.3: seconds, or a date, which our service does not send.
function retryAfterMs({ headers }: Fetched): number {
  const seconds = Number(headers?.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.max(0, seconds) * 1_000 : 0;
}
