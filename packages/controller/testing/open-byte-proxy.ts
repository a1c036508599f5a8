import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What a bad line does to the bytes of a device; changed while it runs. */
export interface LineFaults {
  /** Each answer is this much later. */
  delayMs: number;
  /** Answers are cut into pieces of so many bytes; 0 leaves them whole. */
  pieceBytes: number;
  /** The pieces come this long after each other. */
  betweenPiecesMs: number;
  /** Each answer with this number does not come; 0 is never. */
  losesEach: number;
  /** Nothing comes back. */
  isSilent: boolean;
  /** Answers wait for this. */
  heldUntil: Promise<unknown> | undefined;
  /** Further connections are closed at once, as gateways with room for one do. */
  takesOne: boolean;
  /** Each answer with this number ends its connection instead; 0 is never. */
  dropsEach: number;
}

const NO_FAULTS: LineFaults = {
  delayMs: 0,
  pieceBytes: 0,
  betweenPiecesMs: 0,
  losesEach: 0,
  isSilent: false,
  heldUntil: undefined,
  takesOne: false,
  dropsEach: 0,
};

/** For tests: a line to a device on which things go wrong. */
export async function openByteProxy(devicePort: number, faulty: Partial<LineFaults> = {}) {
  const faults: LineFaults = { ...NO_FAULTS, ...faulty };
  const counts = { made: 0, answers: 0, held: 0 };
  const sockets = new Set<Socket>();
  // Otherwise each piece but the first would wait for the acknowledgement of the last.
  const server = createServer({ noDelay: true }, (near) => {
    if (faults.takesOne && sockets.size > 0) return void near.destroy();
    counts.made += 1;
    const far = connect({ port: devicePort, host: '127.0.0.1', noDelay: true });
    sockets.add(near);
    const end = (): void => {
      sockets.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('close', end).on('error', end);
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes: Buffer) => {
      counts.answers += 1;
      if (faults.isSilent) return;
      if (faults.dropsEach > 0 && counts.answers % faults.dropsEach === 0) return end();
      if (faults.losesEach > 0 && counts.answers % faults.losesEach === 0) return;
      const hand = (): void => handOver(near, bytes, faults);
      if (faults.heldUntil === undefined) return void setTimeout(hand, faults.delayMs);
      counts.held += 1;
      void faults.heldUntil.then(hand);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    faults,
    connectionsMade: () => counts.made,
    /** How many answers had to wait. */
    answersHeld: () => counts.held,
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function handOver(near: Socket, bytes: Buffer, { pieceBytes, betweenPiecesMs }: LineFaults): void {
  const size = pieceBytes || bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    if (betweenPiecesMs === 0) near.write(piece);
    else setTimeout(() => near.write(piece), (at / size) * betweenPiecesMs);
  }
}
