import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { OwedAnswers } from './owed-answers.ts';

/**
 * Ends connections once the service closes: those that never carried a request at once, others after the last answer
 * that they wait for. Node waits for the former as if they were busy, and browsers and fetch open some in advance.
 */
export function closeUnusedConnections(app: FastifyInstance, owedAnswers: Pick<OwedAnswers, 'last'>): void {
  const open = new Set<Socket>();
  const isEncrypted = 'setSecureContext' in app.server;
  app.server.on(isEncrypted ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  function endOnceAnswered(socket: Socket): void {
    const answer = owedAnswers.last(socket);
    if (answer === undefined) socket.destroy();
    else if (answer.closed) socket.destroySoon();
    else {
      // Its caller then sends nothing more this way.
      if (!answer.headersSent) answer.setHeader('Connection', 'close');
      answer.once('close', () => endOnceAnswered(socket));
    }
  }
  app.addHook('preClose', (done) => {
    for (const socket of open) endOnceAnswered(socket);
    done();
  });
}
