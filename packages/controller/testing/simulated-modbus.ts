import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
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
export interface Registers {
  read: (address: number, count: number) => number[] | undefined;
  write: (address: number, values: readonly number[]) => boolean;
}

interface RefusedCodes {
  writes?: number | undefined;
  reads?: number | undefined;
}

/** A Modbus TCP server, with bad habits on demand. */
export interface SimulatedModbus {
  port: number;
  connectionsMade(): number;
  connectionsOpen(): number;
  requestsSeen(): number;
  /** Applies to every request until it is reset. */
  misbehave(how: Misbehaviour | null): void;
  /** Another unit behind the same address, with memory of its own; the habits are those of the address. */
  addUnit(unitId: number, registers: Registers): void;
  /** Answers every write, and every read, with these exceptions until they are undefined. */
  refuse: (codes: RefusedCodes) => void;
  /** Answers one request with an exception, after some that are answered well. */
  refuseOnce: (code: number, after: { afterRequests: number }) => void;
  /** Ends its connections, and takes new ones. */
  endConnections(): Promise<void>;
  goDown(): Promise<void>;
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

export async function startSimulatedModbus(
  { unitId, silentAt = [], mostRegisters = 125 }: ModbusPlace,
  registers: Registers,
): Promise<SimulatedModbus> {
  const server = createServer();
  const sockets = new Set<Socket>();
  const seen = { connections: 0, requests: 0 };
  const units = new Map([[unitId, registers]]);
  let habit: Misbehaviour | null = null;
  const refusals = plannedRefusals();
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());

  server.on('connection', (socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  const answer = (request: ModbusTCPRequest, reply: (bytes: Buffer) => void): void => {
    seen.requests += 1;
    // A device answers only to its own unit.
    const own = units.get(request.unitId);
    if (own === undefined || habit === 'silent') return;
    if (habit === 'hangs_up') return hangUp();
    if (requests.isReadHoldingRegistersRequestBody(request.body) && silentAt.includes(request.body.start)) return;
    if (requests.isReadHoldingRegistersRequestBody(request.body) && request.body.count > mostRegisters)
      return reply(framed(request, [0x80 + request.body.fc, illegalValue]));
    const code = refusals.codeFor(request);
    if (code !== undefined) return reply(framed(request, [0x80 + request.body.fc, code]));
    reply(spoilt(framed(request, pduOf(request, own, habit)), habit));
    if (habit === 'one_answer_each') sockets.forEach((socket) => socket.end());
  };
  const modbus = new ModbusTCPServer(server, withoutMemory());
  modbus.on('readHoldingRegisters', (request, reply) => {
    if (request instanceof ModbusTCPRequest) answer(request, reply);
  });
  modbus.on('writeMultipleRegisters', (request: unknown, reply?: (bytes: Buffer) => void) => {
    if (request instanceof ModbusTCPRequest && reply) answer(request, reply);
  });

  const port = await listen(server);
  return {
    port,
    connectionsMade: () => seen.connections,
    connectionsOpen: () => sockets.size,
    requestsSeen: () => seen.requests,
    misbehave: (how) => {
      habit = how;
    },
    refuse: refusals.refuse,
    addUnit: (id, own) => void units.set(id, own),
    refuseOnce: refusals.refuseOnce,
    endConnections: () => endAll(sockets),
    goDown: () => close(server, sockets),
  };
}

/** The exceptions that requests are answered with. */
function plannedRefusals() {
  let always: RefusedCodes = {};
  let next: { code: number; afterRequests: number } | null = null;
  return {
    refuse: (codes: RefusedCodes): void => {
      always = codes;
    },
    refuseOnce: (code: number, { afterRequests }: { afterRequests: number }): void => {
      next = { code, afterRequests };
    },
    codeFor: ({ body }: ModbusTCPRequest): number | undefined => {
      if (next !== null) next.afterRequests -= 1;
      if (next !== null && next.afterRequests < 0) {
        const { code } = next;
        next = null;
        return code;
      }
      return requests.isReadHoldingRegistersRequestBody(body) ? always.reads : always.writes;
    },
  };
}

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  await endAll(sockets);
  await closed;
}

/** A clean end: it is over once the other side has seen it. */
async function endAll(sockets: ReadonlySet<Socket>): Promise<void> {
  const ended = [...sockets].map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.end();
  await Promise.all(ended);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Only a server without memory of its own asks us; its type does not know that it may have none. */
function withoutMemory(): { holding: Buffer } {
  return { holding: undefined } as unknown as { holding: Buffer };
}

function pduOf({ body }: ModbusTCPRequest, registers: Registers, habit: Misbehaviour | null): number[] {
  if (habit === 'refuses') return [0x80 + body.fc, deviceFailure];
  if (requests.isReadHoldingRegistersRequestBody(body)) {
    const words = registers.read(body.start, habit === 'too_few_registers' ? body.count - 1 : body.count);
    return words ? [body.fc, 2 * words.length, ...bytesOf(words)] : [0x80 + body.fc, illegalAddress];
  }
  if (requests.isWriteMultipleRegistersRequestBody(body)) {
    const isWritten = registers.write(body.address, body.valuesAsArray);
    if (habit === 'acknowledges') return [0x80 + body.fc, acknowledge];
    return isWritten ? [body.fc, ...bytesOf([body.address, body.quantity])] : [0x80 + body.fc, illegalAddress];
  }
  return [0x80 + body.fc, 1];
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
