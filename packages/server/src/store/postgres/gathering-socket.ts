import { Socket } from 'node:net';

/**
 * Sends what is written before the event loop turns with one system call. Each statement would
 * otherwise wake the server by itself, which on a busy machine costs more than running it.
 */
export class GatheringSocket extends Socket {
  // Whatever was promised before runs first, and may write more.
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
