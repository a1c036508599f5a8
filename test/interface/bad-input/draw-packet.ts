import { generate, type Packet } from 'mqtt-packet';
import type { RandomSource } from '@setpoint/server/testing/random-source';
import type { SiteLogin } from '../../support/service/service-client.ts';

export interface PacketParties {
  /** Whose key is known. */
  readonly own: SiteLogin;
  /** Who must not notice anything. */
  readonly other: string;
}

const WORDS = [
  '',
  '#',
  '+',
  '+/v1/+/schedule',
  '$SYS/#',
  'constructor',
  '__proto__/v1/x/report',
  'a/b/c/d/e',
  '\u{1f50b}',
];

/** A well-formed packet of any kind, whose contents may be anything. */
export function drawPacket(source: RandomSource, parties: PacketParties): Buffer {
  const messageId = source.between(1, 65_535);
  const topic = drawTopic(source, parties);
  const packets: (() => Packet)[] = [
    () => connectPacket(parties.own),
    () => ({
      cmd: 'publish',
      topic: topic.replaceAll(/[#+]/g, 'x') || 'x',
      payload: drawPayload(source),
      qos: source.pick([0, 1, 1, 2] as const),
      retain: source.chance(0.2),
      dup: false,
      messageId,
    }),
    () => ({
      cmd: 'subscribe',
      messageId,
      subscriptions: [{ topic: topic || 'x', qos: source.pick([0, 1, 2] as const) }],
    }),
    () => ({ cmd: 'unsubscribe', messageId, unsubscriptions: [topic || 'x'] }),
    () => ({ cmd: source.pick(['puback', 'pubrec', 'pubrel', 'pubcomp'] as const), messageId }),
    () => ({ cmd: source.pick(['pingreq', 'disconnect'] as const) }),
  ];
  return generate(source.pick([...packets, packets[1] ?? packets[0]])?.() ?? { cmd: 'pingreq' });
}

export function connectPacket({ siteId, controllerKey }: SiteLogin) {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: siteId,
    keepalive: 30,
    username: siteId,
    password: Buffer.from(controllerKey),
  } as const;
}

function drawTopic(source: RandomSource, { own, other }: PacketParties): string {
  const siteId = source.pick([own.siteId, own.siteId, other]);
  return source.chance(0.8)
    ? `sites/v1/${siteId}/${source.pick(['report', 'report', 'schedule'])}`
    : source.pick(WORDS);
}

function drawPayload(source: RandomSource): string {
  const schedule = source.pick([null, { revision: source.pick(['1.0.00000000', 'x', '9.9.ffffffff']), rejected: [] }]);
  const report = {
    session: `s${source.below(20)}`,
    sequence: source.below(1_000),
    sentAt: '2030-01-01T10:00:00Z',
    schedule,
  };
  const padding = source.chance(0.01) ? { padding: 'x'.repeat(source.between(1, 300_000)) } : {};
  return JSON.stringify({ ...report, ...padding });
}

/** One to three changes anywhere in the bytes. */
export function mutatePacket(source: RandomSource, packet: Buffer): Buffer {
  let bytes = packet;
  for (let change = source.between(1, 3); change > 0; change -= 1) bytes = source.pick(CHANGES)(bytes, source);
  return bytes;
}

type Change = (bytes: Buffer, source: RandomSource) => Buffer;

const CHANGES: readonly Change[] = [
  (bytes, source) => replaced(bytes, source.below(bytes.length + 1), [source.below(256)], 1),
  // The header is where the lengths are.
  (bytes, source) => replaced(bytes, source.below(6), [source.below(256)], 1),
  (bytes, source) =>
    replaced(bytes, 1, source.pick([[0xff, 0xff, 0xff, 0x7f], [0xff, 0xff, 0xff, 0xff, 1], [0], [0x80]]), 1),
  (bytes, source) => replaced(bytes, source.below(bytes.length + 1), randomBytes(source), 0),
  (bytes, source) => replaced(bytes, source.below(bytes.length + 1), [], source.between(1, 8)),
  (bytes, source) => bytes.subarray(0, source.below(bytes.length + 1)),
  (bytes, source) => Buffer.concat([bytes, bytes.subarray(source.below(bytes.length + 1))]),
  (_bytes, source) => Buffer.from(randomBytes(source)),
];

function replaced(bytes: Buffer, at: number, put: readonly number[], cut: number): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + cut)]);
}

function randomBytes(source: RandomSource): number[] {
  return Array.from({ length: source.between(1, 30) }, () => source.below(256));
}
