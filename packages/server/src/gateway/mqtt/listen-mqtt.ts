import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { acceptTogether, sharedAddress } from '../../door/accept-together.ts';
import type { Admission } from '../../door/admission.ts';
import { dealConnections, type ConnectionDealer } from '../../door/deal-connections.ts';
import { type Certificate, tlsOptions } from '../../door/tls-options.ts';

export interface MqttAddress {
  readonly host: string;
  readonly port: number;
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
  const { server, handshakes } = certificate === undefined ? plainServer(take) : tlsServer(certificate, take);
  admission?.watch(server);
  server.listen(sharedAddress(host, port));
  await once(server, 'listening');
  const others = await acceptTogether(server, SOCKET);
  const close = (): void => {
    server.close();
    void others.close();
    handshakes?.end();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

interface Encrypting extends Certificate {
  readonly handshakeTimeoutMs?: number;
}

interface Listening {
  readonly server: Server;
  readonly handshakes: ConnectionDealer | undefined;
}

function plainServer(take: (socket: Socket) => void): Listening {
  return { server: createServer(SOCKET, take), handshakes: undefined };
}

function tlsServer({ handshakeTimeoutMs, ...certificate }: Encrypting, take: (socket: Socket) => void): Listening {
  const handshakeTimeout = handshakeTimeoutMs ?? HANDSHAKE_TIMEOUT_MS;
  const server = createTlsServer({ ...SOCKET, ...tlsOptions(certificate), handshakeTimeout }, take);
  // Node only tells of a handshake that failed or took too long: the connection would stay.
  server.on('tlsClientError', (_cause, socket) => socket.destroy());
  return { server, handshakes: dealConnections(server, handshakeTimeout) };
}
