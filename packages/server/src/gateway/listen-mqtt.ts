import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Admission } from '../platform/admission.ts';

export interface MqttAddress {
  readonly host: string;
  readonly port: number;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface MqttListener {
  readonly port: number;
  close(): void;
}

const HANDSHAKE_TIMEOUT_MS = 10_000;
const SOCKET = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 } as const;

export interface MqttDoor extends MqttAddress {
  readonly certificate?: Encrypting;
  readonly admission?: Admission | undefined;
}

/** Accepts MQTT connections at an address, encrypted when there is a certificate. */
export async function listenMqtt(take: (socket: Socket) => void, door: MqttDoor): Promise<MqttListener> {
  const { host, port, certificate, admission } = door;
  const server = certificate === undefined ? createServer(SOCKET, take) : tlsServer(certificate, take);
  admission?.watch(server);
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

interface Encrypting extends Certificate {
  readonly handshakeTimeoutMs?: number;
}

function tlsServer({ cert, key, handshakeTimeoutMs }: Encrypting, take: (socket: Socket) => void): Server {
  const handshakeTimeout = handshakeTimeoutMs ?? HANDSHAKE_TIMEOUT_MS;
  const server = createTlsServer({ ...SOCKET, cert, key, handshakeTimeout }, take);
  // Node only tells of a handshake that failed or took too long: the connection would stay.
  return server.on('tlsClientError', (_cause, socket) => socket.destroy());
}
