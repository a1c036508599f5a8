import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Some of an answer: pieces that are sent side by side, without being joined. */
export type Pieces = readonly (string | Uint8Array)[];

/**
 * Sends an answer as it comes; a reader that is slower is waited for.
 * Measured: joining the pieces of a list of 17 MB costs more than a third of all the rest.
 */
export async function sendPieces(reply: FastifyReply, pages: AsyncGenerator<Pieces, void>): Promise<void> {
  // Whatever fails before the first piece is there has an answer of its own.
  let page = await pages.next();
  reply.hijack();
  const response = reply.raw;
  response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  try {
    while (page.done !== true && !response.destroyed && reply.request.method !== 'HEAD') {
      const isTaken = writeTogether(response, page.value);
      if (!isTaken) await drained(response.socket ?? response);
      page = await pages.next();
    }
    response.end();
  } catch (cause) {
    reply.log.error({ err: cause }, 'an answer broke off');
    response.destroy();
  } finally {
    await pages.return();
  }
}

// An answer that waits behind another one has no socket yet; it then counts for itself what it holds.
function writeTogether(response: ServerResponse, pieces: Pieces): boolean {
  const { socket } = response;
  if (socket === null) return pieces.map((piece) => response.write(piece)).every(Boolean);
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.uncork();
  return !socket.writableNeedDrain;
}

function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go);
      resolve();
    };
    stream.on('drain', go).on('close', go);
    if (stream.destroyed) go();
  });
}
