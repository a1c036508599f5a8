import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import type { Subject, SubjectAddress } from '../src/subject.ts';

interface Asked {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** For tests: a controller over HTTPS that asks again at once, whatever it is told to wait. */
export function hastyPoller(): Subject {
  return { isAutomatic: true, start: (address) => Promise.resolve(poll(address)) };
}

function poll({ host, port, controllerKey }: SubjectAddress) {
  const closing = new AbortController();
  const { signal } = closing;
  const session = randomUUID();
  let revision: string | undefined;
  let sequence = 0;
  const ask = (path: string, init: Asked) => {
    const headers = { ...init.headers, Authorization: `Bearer ${controllerKey}` };
    return fetch(`http://${host}:${port}${path}`, { ...init, headers, signal });
  };

  async function report(): Promise<void> {
    sequence += 1;
    const schedule = revision === undefined ? null : { revision, rejected: [] };
    const body = JSON.stringify({ session, sequence, sentAt: new Date().toISOString(), schedule });
    await ask(PATHS.controllerReport, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  }
  async function run(): Promise<void> {
    await report();
    while (!signal.aborted) {
      const headers = { Prefer: 'wait=5', ...(revision === undefined ? {} : { 'If-None-Match': `"${revision}"` }) };
      const answer = await ask(PATHS.controllerSchedule, { headers });
      const text = await answer.text();
      if (answer.status !== 200) continue;
      ({ revision } = JSON.parse(text) as { revision: string });
      await report();
    }
  }
  void run().catch(() => undefined);
  const end = (): Promise<void> => Promise.resolve(closing.abort());
  return { kill: end, stop: () => end().then(() => true), isOver: () => signal.aborted };
}
