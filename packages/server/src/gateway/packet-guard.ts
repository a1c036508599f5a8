import type { Socket } from 'node:net';

export interface PacketGuard {
  /** The connection is authenticated: what came behind its first packet may be read. */
  open(): void;
}

export interface PacketLimits {
  /** The most for the first packet, behind which nothing is read before `open`, and for any that is no PUBLISH. */
  readonly firstBytes: number;
  /** The most for a PUBLISH. */
  readonly bytes: number;
}

const CONNECT = 1;
const PUBLISH = 3;

// The parser behind it buffers whatever a packet claims to hold.
/** Lets only packets of a bounded size through to the reader of the socket; ends the connection at a larger one. */
export function guardPackets(socket: Socket, limits: PacketLimits): PacketGuard {
  const read = socket.read.bind(socket);
  const frames = createFrameCounter();
  let stage: 'first' | 'waiting' | 'open' = 'first';

  function passFirst(chunk: Buffer): Buffer | null {
    const end = frames.endOfFirst(chunk, limits.firstBytes);
    if (end === 'refused') return refuse('the first packet is not a CONNECT, or it is too large');
    if (end === undefined) return chunk;
    stage = 'waiting';
    if (end < chunk.length) socket.unshift(chunk.subarray(end));
    return chunk.subarray(0, end);
  }
  function refuse(reason: string): null {
    socket.destroy(new Error(reason));
    return null;
  }

  socket.read = (size?: number): Buffer | null => {
    if (stage === 'waiting' && size !== 0) return null;
    const chunk: Buffer | null = read(size);
    if (chunk === null) return null;
    if (stage === 'first') return passFirst(chunk);
    return frames.areWithin(chunk, limits) ? chunk : refuse('a packet is larger than it may be');
  };
  return {
    open() {
      stage = 'open';
    },
  };
}

/** Follows the boundaries of MQTT packets through chunks, whatever is cut where. */
function createFrameCounter() {
  let type = 0;
  let headerBytes = 0;
  let claimed = 0;
  let left = 0;

  // MQTT 3.1.1 §2.2.3: the length follows in at most four bytes of seven bits, the lowest first.
  function takeHeaderByte(byte: number): 'more' | 'whole' | 'refused' {
    if (headerBytes === 0) [type, claimed] = [byte >> 4, 0];
    else claimed += (byte & 0x7f) * 128 ** (headerBytes - 1);
    headerBytes += 1;
    if (headerBytes === 1 || (byte >= 0x80 && headerBytes < 5)) return 'more';
    if (byte >= 0x80) return 'refused';
    headerBytes = 0;
    left = claimed;
    return 'whole';
  }

  /** Where the packet that is under way ends in this chunk; undefined when it goes on behind it. */
  function endOfNext(chunk: Buffer, from: number, isAllowed: () => boolean): number | 'refused' | undefined {
    let at = from;
    if (left === 0) {
      for (let header = 'more'; header === 'more'; at += 1) {
        const byte = chunk[at];
        if (byte === undefined) return undefined;
        header = takeHeaderByte(byte);
        if (header === 'refused' || (header === 'whole' && !isAllowed())) return 'refused';
      }
    }
    const passed = Math.min(left, chunk.length - at);
    left -= passed;
    return left === 0 ? at + passed : undefined;
  }

  return {
    endOfFirst: (chunk: Buffer, maxBytes: number) =>
      endOfNext(chunk, 0, () => type === CONNECT && claimed > 0 && claimed <= maxBytes),
    areWithin(chunk: Buffer, { firstBytes, bytes }: PacketLimits): boolean {
      for (let at: number | undefined = 0; at !== undefined && at < chunk.length;) {
        const end = endOfNext(chunk, at, () => claimed <= (type === PUBLISH ? bytes : firstBytes));
        if (end === 'refused') return false;
        at = end;
      }
      return true;
    },
  };
}
