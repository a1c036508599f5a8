import { connect, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { connectPacket, drawPacket, mutatePacket, type PacketParties } from './draw-packet.ts';

export interface PacketRun {
  readonly port: number;
  readonly parties: PacketParties;
  /** What nobody but the other site may ever get to see. */
  readonly secrets: readonly string[];
  readonly packets: number;
  readonly lanes: number;
  readonly seed: number;
}

export interface PacketCounts {
  packets: number;
  connections: number;
  /** How many of these were let in before anything was wrong. */
  authenticated: number;
  /** Bytes that came back. */
  answered: number;
}

const MOST_IN_A_ROW = 40;
const CLOSED_WITHIN_MS = 300;

/** Sends mutated packets, alone and in rows, with and without a key; fails when anything secret comes back. */
export async function sendMutatedPackets(run: PacketRun): Promise<PacketCounts> {
  const counts: PacketCounts = { packets: 0, connections: 0, authenticated: 0, answered: 0 };
  const lane = async (number: number): Promise<void> => {
    const source = new RandomSource(run.seed * 1_009 + number);
    while (counts.packets < run.packets) await converse(run, source, counts);
  };
  await Promise.all(Array.from({ length: run.lanes }, (_, number) => lane(number)));
  return counts;
}

async function converse(
  { port, parties, secrets }: PacketRun,
  source: RandomSource,
  counts: PacketCounts,
): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const answers: Buffer[] = [];
  socket.on('data', (bytes) => answers.push(bytes)).on('error', () => undefined);
  const closed = next(socket, 'close');
  await Promise.race([next(socket, 'connect'), closed]);
  const isLetIn = source.chance(0.7);
  const packets = Array.from({ length: isLetIn ? source.between(1, MOST_IN_A_ROW) : 1 }, () => {
    const packet = drawPacket(source, parties);
    return source.chance(isLetIn ? 0.5 : 1) ? mutatePacket(source, packet) : packet;
  });
  counts.connections += 1;
  counts.packets += packets.length;
  if (isLetIn) {
    socket.write(generate(connectPacket(parties.own)));
    await Promise.race([next(socket, 'data'), closed]);
    counts.authenticated += 1;
  }
  for (const packet of packets) socket.write(packet);
  // The service may wait for the rest of a packet, and would wait for long.
  socket.end();
  await closedOrCut(socket, closed);
  const answer = Buffer.concat(answers);
  counts.answered += answer.length;
  const leaked = secrets.find((secret) => answer.includes(secret));
  if (leaked !== undefined) throw new Error(`${leaked} came back for ${Buffer.concat(packets).toString('hex')}`);
}

async function closedOrCut(socket: Socket, closed: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), CLOSED_WITHIN_MS);
  await closed;
  clearTimeout(timer);
}

function next(socket: Socket, event: 'close' | 'connect' | 'data'): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()));
}
