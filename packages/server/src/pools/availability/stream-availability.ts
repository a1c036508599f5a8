import type { ServerResponse } from 'node:http';
import type { PoolAvailabilitySum } from '@setpoint/contract';
import { keepSse } from '../../http/send/sse-response.ts';
import type { AvailabilityFeeds } from './availability-feeds.ts';
import type { PresentPool } from '../shortages/list-present-pools.ts';

interface AvailabilityStreaming {
  readonly feeds: AvailabilityFeeds;
  readonly pool: PresentPool;
  /** Whether the caller is still who it was, and sees the pool; asked before each message, and now and then. */
  readonly maySee: () => Promise<boolean>;
}

/** Writes what a pool can give to a response whenever it is otherwise; resolves when either side ends it. */
export async function streamAvailability(
  response: ServerResponse,
  { feeds, pool, maySee }: AvailabilityStreaming,
): Promise<void> {
  const feed = feeds.join(pool);
  const open = keepSse(response, maySee);
  let sent: PoolAvailabilitySum | undefined;
  try {
    while (open.isOpen() && !feeds.isStopped()) {
      const news = feed.news();
      const latest = feed.latest();
      if (latest !== undefined && latest !== sent) {
        if (!(await maySee()) || !(await open.write(messageOf(latest)))) return;
        sent = latest;
      } else {
        await open.newsOrClose(news);
      }
    }
  } finally {
    feed.leave();
    open.end();
  }
}

function messageOf(sum: PoolAvailabilitySum): string {
  return `event: availability\ndata: ${JSON.stringify(sum)}\n\n`;
}
