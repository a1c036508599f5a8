import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

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

const HANDSHAKE_WITHIN_MS = 10_000;
const SOCKET = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 } as const;

/** Accepts MQTT connections at an address, encrypted when there is a certificate. */
export async function listenMqtt(
  take: (socket: Socket) => void,
  { host, port }: MqttAddress,
  certificate?: Certificate,
): Promise<MqttListener> {
  const server = certificate === undefined ? createServer(SOCKET, take) : tlsServer(certificate, take);
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

function tlsServer(certificate: Certificate, take: (socket: Socket) => void): Server {
  return createTlsServer({ ...SOCKET, ...certificate, handshakeTimeout: HANDSHAKE_WITHIN_MS }, take);
}
