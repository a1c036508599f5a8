import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { ModbusTCPRequest, ModbusTCPServer, requests } from 'jsmodbus';

export type Misbehaviour =
  | 'silent'
  | 'refuses'
  | 'half_answer'
  | 'too_few_registers'
  | 'foreign_transaction'
  | 'babbles'
  | 'hangs_up'
  /** A connection is good for one answer. */
  | 'one_answer_each'
  /** Carries a write out, and answers with exception 5. */
  | 'acknowledges';

/** What is behind the protocol; undefined and false are answered with "illegal data address". */
interface Registers {
  read: (address: number, count: number) => number[] | undefined;
  write: (address: number, values: readonly number[]) => boolean;
}

const illegalAddress = 2;
const illegalValue = 3;
const deviceFailure = 4;
const acknowledge = 5;

interface ModbusPlace {
  unitId: number;
  silentAt?: readonly number[] | undefined;
  /** A read of more is answered with exception 3. */
  mostRegisters?: number | undefined;
}

export type SimulatedModbus = Awaited<ReturnType<typeof startSimulatedModbus>>;

/** A Modbus TCP server, with bad habits on demand. */
export async function startSimulatedModbus(
  { unitId, silentAt = [], mostRegisters = 125 }: ModbusPlace,
  registers: Registers,
) {
  const server = createServer();
  const sockets = new Set<Socket>();
  const seen = { connections: 0, requests: 0 };
  const units = new Map([[unitId, registers]]);
  let habit: Misbehaviour | null = null;
  let refused: { writes?: number | undefined; reads?: number | undefined } = {};
  let refusedOnce = { code: 0, atRequest: 0 };

  server.on('connection', (socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  const exceptionTo = ({ body }: ModbusTCPRequest): number | undefined => {
    const isRead = requests.isReadHoldingRegistersRequestBody(body);
    if (isRead && body.count > mostRegisters) return illegalValue;
    if (refusedOnce.atRequest === seen.requests) return refusedOnce.code;
    return isRead ? refused.reads : refused.writes;
  };
  const answer = (request: ModbusTCPRequest, reply: (bytes: Buffer) => void): void => {
    seen.requests += 1;
    // A device answers only to its own unit.
    const own = units.get(request.unitId);
    if (own === undefined || habit === 'silent') return;
    if (habit === 'hangs_up') return sockets.forEach((socket) => socket.destroy());
    if (requests.isReadHoldingRegistersRequestBody(request.body) && silentAt.includes(request.body.start)) return;
    const code = exceptionTo(request);
    if (code !== undefined) return reply(framed(request, [0x80 + request.body.fc, code]));
    reply(spoilt(framed(request, pduOf(request, own, habit)), habit));
    if (habit === 'one_answer_each') sockets.forEach((socket) => socket.end());
  };
  // Only a server without memory of its own asks us; its type does not know that it may have none.
  const modbus = new ModbusTCPServer(server, { holding: undefined } as unknown as { holding: Buffer });
  const take = (request: unknown, reply?: (bytes: Buffer) => void): void => {
    if (request instanceof ModbusTCPRequest && reply) answer(request, reply);
  };
  modbus.on('readHoldingRegisters', take);
  modbus.on('writeMultipleRegisters', take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** Ends its connections, and takes new ones; it is over once the other side has seen it. */
  async function endConnections(): Promise<void> {
    const ended = [...sockets].map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.end();
    await Promise.all(ended);
  }
  return {
    port: (server.address() as AddressInfo).port,
    connectionsMade: () => seen.connections,
    connectionsOpen: () => sockets.size,
    requestsSeen: () => seen.requests,
    /** Applies to every request until it is reset. */
    misbehave: (how: Misbehaviour | null) => void (habit = how),
    /** Answers every write, and every read, with these exceptions until they are undefined. */
    refuse: (codes: typeof refused) => void (refused = codes),
    /** Another unit behind the same address, with memory of its own; the habits are those of the address. */
    addUnit: (id: number, own: Registers) => void units.set(id, own),
    /** Answers one request with an exception, after some that are answered well. */
    refuseOnce: (code: number, { afterRequests }: { afterRequests: number }) =>
      void (refusedOnce = { code, atRequest: seen.requests + afterRequests + 1 }),
    endConnections,
    async goDown(): Promise<void> {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await endConnections();
      await closed;
    },
  };
}

function pduOf({ body }: ModbusTCPRequest, registers: Registers, habit: Misbehaviour | null): number[] {
  if (habit === 'refuses') return [0x80 + body.fc, deviceFailure];
  if (requests.isReadHoldingRegistersRequestBody(body)) {
    const words = registers.read(body.start, habit === 'too_few_registers' ? body.count - 1 : body.count);
    return words ? [body.fc, 2 * words.length, ...bytesOf(words)] : [0x80 + body.fc, illegalAddress];
  }
  if (!requests.isWriteMultipleRegistersRequestBody(body)) return [0x80 + body.fc, 1];
  const isWritten = registers.write(body.address, body.valuesAsArray);
  if (habit === 'acknowledges') return [0x80 + body.fc, acknowledge];
  return isWritten ? [body.fc, ...bytesOf([body.address, body.quantity])] : [0x80 + body.fc, illegalAddress];
}

function framed(request: ModbusTCPRequest, pdu: readonly number[]): Buffer {
  return Buffer.from([...bytesOf([request.id, 0, pdu.length + 1]), request.unitId, ...pdu]);
}

function spoilt(frame: Buffer, habit: Misbehaviour | null): Buffer {
  if (habit === 'half_answer') return frame.subarray(0, Math.ceil(frame.length / 2));
  if (habit === 'foreign_transaction') frame.writeUInt16BE((frame.readUInt16BE(0) + 7) % 0x1_0000, 0);
  // A header that claims the most a header can claim, and bytes that belong to no answer.
  return habit === 'babbles' ? Buffer.alloc(4096, 0xff) : frame;
}

function bytesOf(words: readonly number[]): number[] {
  return words.flatMap((word) => [Math.floor(word / 256), word % 256]);
}
