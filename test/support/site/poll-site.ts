import { inspect } from 'node:util';
import type { SiteLogin } from '../service/service-client.ts';

export interface PollingSite {
  readonly siteId: string;
  readonly faults: readonly string[];
  readonly counts: Readonly<{ polls: number; reports: number }>;
  end(): Promise<void>;
}

const WAIT_SECONDS = 30;

/** A controller by HTTPS that waits for changes and reports them; whatever it would have to try again is a fault. */
export function pollSite(url: string, { siteId, controllerKey }: SiteLogin): PollingSite {
  const session = crypto.randomUUID();
  const over = new AbortController();
  const faults: string[] = [];
  const counts = { polls: 0, reports: 0 };
  let revision: string | undefined;

  async function ask(path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Response> {
    return await fetch(`${url}/api/v1/controller/${path}`, {
      headers: { Authorization: `Bearer ${controllerKey}`, ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: over.signal,
    });
  }
  async function poll(): Promise<void> {
    const wait = { 'If-None-Match': `"${revision}"`, Prefer: `wait=${WAIT_SECONDS}` };
    const answer = await ask('schedule', revision === undefined ? {} : wait);
    counts.polls += 1;
    const text = await answer.text();
    if (answer.status === 200) revision = (JSON.parse(text) as { revision: string }).revision;
    else if (answer.status !== 304) faults.push(`a poll was answered with ${answer.status}: ${text}`);
  }
  async function report(): Promise<void> {
    const schedule = revision === undefined ? null : { revision, rejected: [] };
    const sent = { session, sequence: (counts.reports += 1), sentAt: new Date().toISOString(), schedule };
    const answer = await ask('report', { 'Content-Type': 'application/json' }, sent);
    const text = await answer.text();
    if (answer.status !== 200) faults.push(`a report was answered with ${answer.status}: ${text}`);
  }
  async function pollOnce(): Promise<void> {
    await poll();
    await report();
  }
  const polling = (async () => {
    while (!over.signal.aborted) {
      await pollOnce().catch((cause: unknown) => over.signal.aborted || faults.push(`a controller: ${inspect(cause)}`));
    }
  })();
  return {
    siteId,
    faults,
    counts,
    async end() {
      over.abort();
      await polling;
    },
  };
}
