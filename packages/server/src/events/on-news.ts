import type { EventTail } from './event-tail.ts';

/** Acts whenever there is something new in the log, until the end of the service. */
export async function onNews(tail: Pick<EventTail, 'news' | 'isStopped'>, act: () => void): Promise<void> {
  for (;;) {
    await tail.news();
    if (tail.isStopped()) return;
    act();
  }
}
