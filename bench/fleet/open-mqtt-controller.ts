import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { generate, type Packet, parser as packetParser } from 'mqtt-packet';
import { type Controller, type ControllerEvents, revisionIn } from './controller.ts';
import { HOST, type FleetSite } from './fleet-plan.ts';
import { FIRST_SEQUENCE, stampedReport } from './stamped-report.ts';

const KEEPALIVE_SECONDS = 30;
const SUBSCRIPTION_ID = 1;
const REPORT_ID = 2;

/** A controller over MQTT 3.1.1 with one report under way at a time. */
export function openMqttController(site: FleetSite, events: ControllerEvents): Controller {
  const { siteId, controllerKey } = site;
  const { takesOrders } = events;
  const session = randomUUID();
  const topicOf = (name: string) => `sites/v1/${siteId}/${name}`;
  const [reportTopic, orderTopic] = [topicOf('report'), topicOf('order')];
  let { revision } = events;
  let outgoing = makeReport();
  let sequence = FIRST_SEQUENCE - 1;
  let isUnderWay = false;
  let isDue = false;
  let isEnded = false;
  // What the parser keeps until the rest of a packet comes.
  let unread = 0;

  const socket = connect({ host: HOST, port: events.port, noDelay: true });
  const parser = packetParser({ protocolVersion: 4 });
  parser.on('packet', (packet: Packet) => take(packet));
  socket.on('connect', () => {
    const identity = { clientId: siteId, username: siteId, password: Buffer.from(controllerKey) };
    socket.write(generate({ cmd: 'connect', keepalive: KEEPALIVE_SECONDS, clean: true, ...identity }));
  });
  socket.on('data', (bytes: Buffer) => {
    const order = unread === 0 ? onlyOrderIn(bytes) : undefined;
    if (order === undefined) unread = parser.parse(bytes);
    else events.onOrder(controller, order);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (!isEnded) events.onLost(controller, 'the service closed the connection');
  });

  // The packet is made once for each revision; only its numbers change from report to report.
  function makeReport() {
    const text = stampedReport({ session, revision, takesOrders });
    const packet = { cmd: 'publish', qos: 1, dup: false, retain: false, messageId: REPORT_ID } as const;
    const bytes = generate({ ...packet, topic: reportTopic, payload: text.bytes });
    const head = bytes.subarray(0, bytes.length - text.bytes.length);
    return { text, head };
  }

  function take(packet: Packet): void {
    if (packet.cmd === 'publish') {
      const bytes = packet.payload as Buffer;
      if (packet.topic === orderTopic) events.onOrder(controller, bytes);
      else takeSnapshot(packet.messageId ?? 0, bytes);
    } else if (packet.cmd === 'puback') {
      isUnderWay = false;
      events.onAcknowledged(controller, sequence);
      if (isDue) report();
    } else if (packet.cmd === 'connack') {
      if (packet.returnCode !== 0) return refused(packet.returnCode);
      const topics = [topicOf('schedule'), ...(takesOrders ? [orderTopic] : [])];
      const subscriptions = topics.map((topic) => ({ topic, qos: 1 as const }));
      socket.write(generate({ cmd: 'subscribe', messageId: SUBSCRIPTION_ID, subscriptions }));
      report();
    }
  }

  function takeSnapshot(messageId: number, bytes: Buffer): void {
    socket.write(generate({ cmd: 'puback', messageId }));
    revision = revisionIn(bytes);
    events.onSnapshot(controller, bytes);
    // The report under way may not have left yet: the next is made anew.
    outgoing = makeReport();
    report();
  }

  function refused(code: number | undefined): void {
    events.onLost(controller, `refused with code ${code}`);
    controller.end();
  }

  function report(): void {
    isDue = isUnderWay;
    if (isUnderWay) return;
    isUnderWay = true;
    sequence += 1;
    outgoing.text.stamp(sequence);
    socket.cork();
    socket.write(outgoing.head);
    socket.write(outgoing.text.bytes);
    socket.uncork();
  }

  const controller: Controller = {
    site,
    report,
    end() {
      isEnded = true;
      socket.destroy();
    },
  };
  return controller;
}

const PUBLISH = 0x30;
const HEAD_BYTES = 4;

/**
 * The payload, where this is one packet that nobody acknowledges, an order; undefined for all else. Of a thousand that come
 * at once, a parser of packets takes longer than what is measured.
 */
function onlyOrderIn(bytes: Buffer): Buffer | undefined {
  if (bytes[0] !== PUBLISH || bytes.length < HEAD_BYTES) return undefined;
  const [low = 0, high = 0] = bytes.subarray(1);
  const [length, from] = low < 128 ? [low, 2] : [low - 128 + high * 128, 3];
  if (high >= 128 && low >= 128) return undefined;
  return from + length === bytes.length ? bytes.subarray(from + 2 + bytes.readUInt16BE(from)) : undefined;
}
