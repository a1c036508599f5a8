import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createOwedAnswers } from './owed-answers.ts';
import { closeUnusedConnections } from './close-unused-connections.ts';

it('a connection that never carried a request does not keep the service from closing; a request in flight does', async () => {
  const app = fastify();
  const owedAnswers = createOwedAnswers();
  closeUnusedConnections(app, owedAnswers);
  app.server.prependListener('request', (request, response) => owedAnswers.note(request, response));
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  app.get('/', async (_request, reply) => {
    reply.header('Connection', 'close');
    asked();
    await isReleased;
    return { done: true };
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const unused = connect(Number(new URL(address).port), '127.0.0.1');
  await once(unused, 'connect');
  const answer = fetch(address);
  await isAsked;
  const isClosed = app.close();
  await once(unused, 'close');
  release();
  expect(await (await answer).json()).toEqual({ done: true });
  await isClosed;
});
