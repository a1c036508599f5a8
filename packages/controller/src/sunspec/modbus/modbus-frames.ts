/** What is sent over Modbus TCP, in either direction. */
export interface ModbusFrame {
  transactionId: number;
  unitId: number;
  /** The function code and what belongs to it. */
  pdu: Buffer;
}

/** Puts frames together from bytes as they arrive. */
export interface ModbusFrames {
  /** Throws at the first bytes that cannot be Modbus TCP: nothing after them can be trusted. */
  take(bytes: Buffer): ModbusFrame[];
  /** Whether a part of a frame has arrived, and the rest has not. */
  isWithin(): boolean;
}

// Modbus Messaging on TCP/IP 1.0b, §3.1.3: transaction, protocol, length of what follows, unit.
const headerBytes = 7;
const bytesBeforeLength = 6;
const leastLength = 2;
const mostLength = 254;

export function modbusFrames(): ModbusFrames {
  let rest: Buffer = Buffer.alloc(0);

  const next = (): ModbusFrame | undefined => {
    if (rest.length < headerBytes) return undefined;
    const [transactionId, protocol, length] = [rest.readUInt16BE(0), rest.readUInt16BE(2), rest.readUInt16BE(4)];
    if (protocol !== 0 || length < leastLength || length > mostLength) throw new Error('it sends no Modbus TCP');
    const end = bytesBeforeLength + length;
    if (rest.length < end) return undefined;
    const frame = { transactionId, unitId: rest.readUInt8(bytesBeforeLength), pdu: rest.subarray(headerBytes, end) };
    rest = rest.subarray(end);
    return frame;
  };

  return {
    take: (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      const frames: ModbusFrame[] = [];
      for (let frame = next(); frame !== undefined; frame = next()) frames.push(frame);
      return frames;
    },
    isWithin: () => rest.length > 0,
  };
}

export function bytesOfFrame({ transactionId, unitId, pdu }: ModbusFrame): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(transactionId, 0);
  header.writeUInt16BE(pdu.length + 1, 4);
  header.writeUInt8(unitId, bytesBeforeLength);
  return Buffer.concat([header, pdu]);
}
