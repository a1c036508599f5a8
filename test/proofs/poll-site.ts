import { inspect } from 'node:util';
import type { SiteLogin } from '../support/service/service-client.ts';

const WAIT_SECONDS = 30;

/** A controller by HTTPS that waits for changes and reports them; whatever it would have to try again is a fault. */
export function pollSite(url: string, { siteId, controllerKey }: SiteLogin) {
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
  const polling = (async () => {
    while (!over.signal.aborted) {
      await poll()
        .then(report)
        .catch((cause: unknown) => over.signal.aborted || faults.push(`a controller: ${inspect(cause)}`));
    }
  })();
  return {
    siteId,
    faults,
    counts,
    async end(): Promise<void> {
      over.abort();
      await polling;
    },
  };
}
