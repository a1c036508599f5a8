import type { FastifyInstance } from 'fastify';

const CUT_AFTER_MS = 8_000;

/** Lets the requests in flight finish, and cuts what is left after a while. */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CUT_AFTER_MS);
  await app.close();
  clearTimeout(cut);
}
