/** A request of the page. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  /** The headers that change what the request does. */
  readonly headers: readonly (readonly [string, string])[];
}

/** The latest requests, newest first; only the newest of those that differ in nothing but ids and queries. */
export interface RequestLog {
  readonly fetch: typeof globalThis.fetch;
  readonly latest: () => readonly SentRequest[];
  readonly subscribe: (listener: () => void) => () => void;
  /** When the service answered last, whatever it said. */
  readonly heardAt: () => number;
}

const KEPT_HEADERS = /^(?:content-type|if-schedule-version|idempotency-key)$/i;
const KEPT_REQUESTS = 12;
const FROM_ELSEWHERE = 502;

/** A `fetch` that remembers its requests. */
export function createRequestLog(): RequestLog {
  let requests: readonly SentRequest[] = [];
  // Who makes this was just signed in.
  let heardAt = Date.now();
  const listeners = new Set<() => void>();
  const note = (request: SentRequest) => {
    const others = requests.filter((one) => shapeOf(one) !== shapeOf(request));
    requests = [request, ...others].slice(0, KEPT_REQUESTS);
    for (const listener of listeners) listener();
  };
  return {
    fetch: async (input, init) => {
      if (typeof input === 'string') note(sentRequest(input, init));
      const response = await globalThis.fetch(input, init);
      // What a proxy says in its place is not the service.
      if (response.status < FROM_ELSEWHERE) heardAt = Date.now();
      return response;
    },
    heardAt: () => heardAt,
    latest: () => requests,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const IDS = /[\da-f]{8}-[\da-f-]{27}/g;

function shapeOf({ method, url }: SentRequest): string {
  return `${method} ${new URL(url).pathname.replaceAll(IDS, '')}`;
}

function sentRequest(url: string, init: RequestInit | undefined): SentRequest {
  const headers = Object.entries((init?.headers ?? {}) as Record<string, string>);
  return {
    method: init?.method ?? 'GET',
    url,
    body: typeof init?.body === 'string' ? init.body : undefined,
    headers: headers.filter(([name]) => KEPT_HEADERS.test(name)),
  };
}
