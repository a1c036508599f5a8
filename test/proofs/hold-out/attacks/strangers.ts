import type { Attack } from '../attack.ts';
import { crowd, flood, floodOf, openEncrypted, openPlain } from '../flood.ts';

const who = 'a stranger';
const BLANKS = ' '.repeat(15_000);
// Node reads headers up to 16 KiB.
const WIDE = `gzip,a${BLANKS}b`;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const ASSETS = ['/openapi.json', '/asyncapi.json', '/docs/', '/docs/reference', '/docs/reference.js', '/console', '/'];
const ENCODINGS = ['gzip', 'br', 'deflate', 'identity', 'gzip;q=0.5, br;q=0.4', '*'];

function formOf(names: number): string {
  return Array.from({ length: names }, (_, index) => `n${index}=`).join('&');
}
const LONG_FORM = formOf(1_500);

/** A request whose body comes a byte a second. */
const SLOW_HEAD = [
  'POST /oauth/token HTTP/1.1',
  'Host: 127.0.0.1',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Length: 4000',
  '',
  '',
].join('\r\n');

// MQTT 3.1.1 §2.2.3: a CONNECT that claims 1,000 bytes, and no more than its first three come.
const HALF_CONNECT = Buffer.from([0x10, 0xe8, 0x07, 0x00, 0x04]);

const slowBodies: Attack = {
  name: 'bodies a byte at a time',
  who,
  run: (field) =>
    crowd(field, { most: 1_000, perSecond: 200 }, () => {
      const socket = openEncrypted(field);
      socket.write(SLOW_HEAD);
      const timer = setInterval(() => socket.write('a'), 1_000);
      return socket.on('close', () => clearInterval(timer));
    }),
};

const silentConnections: Attack = {
  name: 'silent connections to every port',
  who,
  run: async (field) => {
    const { httpsPort, mqttPort, mqttsPort, opsPort } = field.world;
    const each = { most: 500, perSecond: 100 };
    await Promise.all([
      ...[httpsPort, mqttPort, mqttsPort, opsPort].map((port) => crowd(field, each, () => openPlain(field, port))),
      crowd(field, { most: 500, perSecond: 50 }, () => openEncrypted(field)),
    ]);
  },
};

const halfConnects: Attack = {
  name: 'half a CONNECT',
  who,
  run: (field) =>
    crowd(field, { most: 1_000, perSecond: 200 }, () => {
      const socket = openPlain(field, field.world.mqttPort);
      socket.write(HALF_CONNECT);
      return socket;
    }),
};

const handshakes: Attack = {
  name: 'handshakes without end',
  who,
  run: (field) =>
    flood(field, { lanes: 16, perSecond: 300 }, async () => {
      const socket = openEncrypted(field);
      const how = await new Promise<string>((resolve) => {
        socket.on('secureConnect', () => resolve('done')).on('error', () => undefined);
        socket.on('close', () => resolve('refused'));
        setTimeout(() => resolve('no answer'), 5_000).unref();
      });
      field.count(how);
      socket.destroy();
    }),
};

// 27 bytes each, as many as Node reads at once.
const PACKET = Buffer.from('GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(2_400));

// New ones at once, as fast as they are taken: 50 packets a second.
const pipelining: Attack = {
  name: '2,400 requests in a packet',
  who,
  run: (field) =>
    crowd(field, { most: 20, perSecond: 50 }, () => {
      const socket = openEncrypted(field);
      const timer = setTimeout(() => socket.destroy(), 400);
      socket.resume().write(PACKET);
      return socket.on('close', () => clearTimeout(timer));
    }),
};

export const strangers: readonly Attack[] = [
  floodOf({ name: 'a header of 15 kB of blanks', who, lanes: 40, perSecond: 400 }, () => (index) => ({
    path: index % 2 === 0 ? '/openapi.json' : '/docs/reference.js',
    headers: { 'Accept-Encoding': WIDE, Accept: WIDE.slice(0, 300) },
  })),
  slowBodies,
  silentConnections,
  halfConnects,
  handshakes,
  pipelining,
  floodOf({ name: 'failed logins', who, lanes: 16, perSecond: 600 }, () => (index) => loginOf(index)),
  floodOf({ name: 'assets and documents', who, lanes: 16, perSecond: 200 }, () => (index) => ({
    path: ASSETS[index % ASSETS.length] ?? '/',
    headers: { 'Accept-Encoding': ENCODINGS[index % ENCODINGS.length] ?? 'gzip' },
  })),
];

function loginOf(index: number) {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  if (index % 4 === 0) return { method: 'POST', path: '/oauth/token', headers: FORM, body: LONG_FORM };
  if (index % 4 === 1) return { path: '/api/v1/public/sites', token: `eyJhbGciOiJFUzI1NiJ9.e30.${'A'.repeat(86)}` };
  if (index % 4 === 2) return { path: '/api/v1/controller/schedule', token: `sck_${index}` };
  const body = `grant_type=client_credentials&client_id=${id}&client_secret=scs_${index}`;
  return { method: 'POST', path: '/oauth/token', headers: FORM, body };
}
