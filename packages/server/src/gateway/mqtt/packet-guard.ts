import type { Socket } from 'node:net';

export interface PacketGuard {
  /** The connection is authenticated: what came behind its first packet may be read, within limits of its own. */
  open(limits?: PacketLimits, budget?: PacketBudget): void;
  /** What was read last is dealt with, and no longer held. */
  settled(): void;
}

/** What one caller may have under way, over all of its connections. */
export interface PacketBudget {
  /** Counts packets that bring nothing; false once there were too many. */
  readonly take: (packets: number) => boolean;
  /** Counts the memory of large packets; undefined where nobody does. */
  readonly held: { add(bytes: number): void; end(): void } | undefined;
}

export interface PacketLimits {
  /** The most for the first packet, behind which nothing is read before `open`, and for any that is no PUBLISH. */
  readonly firstBytes: number;
  /** The most for a PUBLISH. */
  readonly bytes: number;
}

const CONNECT = 1;
const PUBLISH = 3;
const PUBACK = 4;
// Whoever is sent much acknowledges much; a list of topics costs by its length.
const ACKNOWLEDGEMENT = 0.25;
const BYTES_AS_A_PACKET = 128;
// Many small ones are bounded by how many connections there are.
const LARGE_BYTES = 32 * 1024;

// The parser behind it buffers whatever a packet claims to hold.
/** Lets only packets of a bounded size through to the reader of the socket; ends the connection at a larger one. */
export function guardPackets(socket: Socket, given: PacketLimits): PacketGuard {
  const read = socket.read.bind(socket);
  const frames = createFrameCounter();
  let limits = given;
  let stage: 'first' | 'waiting' | 'open' = 'first';
  let budget: PacketBudget | undefined;
  let heldBytes = 0;

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
    const packets = frames.countWithin(chunk, limits);
    if (packets === 'refused') return refuse('a packet is larger than it may be');
    if (budget?.take(packets) === false) return refuse('more packets came than its share');
    return isRoomFor(frames.underWay()) ? chunk : refuse('no room is left for a packet as large as this');
  };
  function isRoomFor(bytes: number): boolean {
    if (bytes < LARGE_BYTES || bytes <= heldBytes) return true;
    try {
      budget?.held?.add(bytes - heldBytes);
    } catch {
      release();
      return false;
    }
    heldBytes = bytes;
    return true;
  }
  function release(): void {
    budget?.held?.end();
    heldBytes = 0;
  }
  socket.once('close', release);
  return {
    open(its = given, within?: PacketBudget) {
      limits = its;
      budget = within;
      stage = 'open';
    },
    settled: release,
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
    /** What the packets in a chunk cost that are no PUBLISH. */
    countWithin(chunk: Buffer, { firstBytes, bytes }: PacketLimits): number | 'refused' {
      let packets = 0;
      const begin = (): boolean => {
        packets += costOf(type, claimed);
        return claimed <= (type === PUBLISH ? bytes : firstBytes);
      };
      for (let at: number | undefined = 0; at !== undefined && at < chunk.length;) {
        const end = endOfNext(chunk, at, begin);
        if (end === 'refused') return 'refused';
        at = end;
      }
      return packets;
    },
    /** How much of the packet that came last has come. */
    underWay: () => (type === PUBLISH && headerBytes === 0 ? claimed - left : 0),
  };
}

function costOf(type: number, bytes: number): number {
  if (type === PUBLISH) return 0;
  return type === PUBACK ? ACKNOWLEDGEMENT : 1 + Math.floor(bytes / BYTES_AS_A_PACKET);
}
