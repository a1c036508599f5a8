import type { FastifyInstance } from 'fastify';
import { type AcceptingTogether, acceptTogether, sharedAddress } from '../../door/accept-together.ts';

const CUT_AFTER_MS = 8_000;

/** Where callers come in. */
export interface HttpDoor {
  listen(host: string, port: number): Promise<void>;
  /** Lets the requests in flight finish, and cuts what is left after a while. */
  close(): Promise<void>;
}

export function createHttpDoor(app: FastifyInstance): HttpDoor {
  let others: AcceptingTogether | undefined;
  return {
    async listen(host, port) {
      await app.listen(sharedAddress(host, port));
      others = await acceptTogether(app.server, acceptedFor(app));
    },
    async close() {
      const cut = setTimeout(() => app.server.closeAllConnections(), CUT_AFTER_MS);
      await Promise.all([app.close(), others?.close()]);
      clearTimeout(cut);
    },
  };
}

// As Node sets it for the server's own listener.
function acceptedFor(app: FastifyInstance): { readonly noDelay: true; readonly allowHalfOpen: boolean } {
  return { noDelay: true, allowHalfOpen: !('setSecureContext' in app.server) };
}
