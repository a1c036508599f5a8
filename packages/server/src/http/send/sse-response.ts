import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const HEARTBEAT_MS = 15_000;
// Whoever is shut out hears nothing more, and within this time nothing at all.
const ASK_EVERY_MS = 2_000;
// A client that reads nothing for so long is disconnected; it can resume without loss.
const SLOWEST_MS = 10_000;

/** An answer of server-sent events, under way. */
export interface SseResponse {
  isOpen(): boolean;
  /** Whether the other side took it, and more can follow. */
  write(text: string): Promise<boolean>;
  /** Resolves at the next piece of news, or when the answer is over. */
  newsOrClose(news: Promise<void>): Promise<void>;
  end(): void;
}

/** Begins an answer of server-sent events; the caller writes all that follows. */
export function beginSse(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const headers = { ...reply.getHeaders(), 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200);
  reply.raw.flushHeaders();
  return reply.raw;
}

/** Keeps an answer of server-sent events alive, until the caller may not hear it any more. */
export function keepSse(response: ServerResponse, isStillGood: () => Promise<boolean>): SseResponse {
  const heartbeat = beat(response);
  const asking = endOnceShutOut(response, isStillGood);
  return {
    isOpen: () => !response.closed && !response.writableEnded,
    write: async (text) => response.write(text) || (await drains(response)),
    newsOrClose: (news) => newsOrClose(response, news),
    end() {
      clearInterval(heartbeat);
      clearInterval(asking);
      if (response.writableNeedDrain) response.destroy();
      else response.end();
    },
  };
}

function newsOrClose(response: ServerResponse, news: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('close', end);
      resolve();
    };
    response.once('close', end);
    void news.then(end);
  });
}

function beat(response: ServerResponse): NodeJS.Timeout {
  return setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
}

function endOnceShutOut(response: ServerResponse, isStillGood: () => Promise<boolean>): NodeJS.Timeout {
  return setInterval(() => {
    isStillGood().then(
      (isGood) => isGood || response.end(),
      () => response.end(),
    );
  }, ASK_EVERY_MS);
}

async function drains(response: ServerResponse): Promise<boolean> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), SLOWEST_MS);
  const { signal } = patience;
  try {
    const ways = [once(response, 'drain', { signal }), once(response, 'close', { signal })];
    await Promise.race(ways);
    return !response.closed;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    patience.abort();
  }
}
