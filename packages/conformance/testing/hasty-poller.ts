import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import type { Subject, SubjectAddress } from '../src/subject.ts';

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
  const ask = (path: string, more: Record<string, string>, init: RequestInit = {}) => {
    const headers = { ...more, Authorization: `Bearer ${controllerKey}` };
    return fetch(`http://${host}:${port}${path}`, { ...init, headers, signal });
  };
  async function run(): Promise<void> {
    while (!signal.aborted) {
      sequence += 1;
      const schedule = revision === undefined ? null : { revision, rejected: [] };
      const body = JSON.stringify({ session, sequence, sentAt: new Date().toISOString(), schedule });
      await ask(PATHS.controllerReport, { 'Content-Type': 'application/json' }, { method: 'POST', body });
      const seen = revision === undefined ? {} : { 'If-None-Match': `"${revision}"` };
      let answer = await ask(PATHS.controllerSchedule, { Prefer: 'wait=5', ...seen });
      while (answer.status !== 200) answer = await ask(PATHS.controllerSchedule, { Prefer: 'wait=5', ...seen });
      ({ revision } = (await answer.json()) as { revision: string });
    }
  }
  void run().catch(() => undefined);
  const end = async (): Promise<void> => closing.abort();
  return { kill: end, stop: () => end().then(() => true), isOver: () => signal.aborted };
}
