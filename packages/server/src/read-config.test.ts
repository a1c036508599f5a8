import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../testing/make-authority.ts';
import { readConfig } from './read-config.ts';

const OPEN = 'SETPOINT_HTTP_HOST: 0.0.0.0 can be reached by other machines';
const WISH = { name: 'setpoint.example', from: 0, until: 1 };
const OWN = makeAuthority(WISH);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'setpoint-config-'));
  writeFileSync(join(folder, 'cert.pem'), OWN.cert);
  writeFileSync(join(folder, 'key.pem'), OWN.key);
  writeFileSync(join(folder, 'other.pem'), makeAuthority(WISH).key);
  writeFileSync(join(folder, 'note.pem'), 'a note');
});

afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(environment: Record<string, string>): readonly string[] {
  const result = readConfig(environment);
  return result.kind === 'invalid' ? result.problems : [];
}

function configOf(environment: Record<string, string>) {
  const result = readConfig(environment);
  if (result.kind === 'invalid') throw new Error(result.problems.join());
  return result.config;
}

describe('the configuration', () => {
  it('of an empty environment listens on this machine alone', () => {
    expect(configOf({})).toMatchObject({
      http: {
        host: '127.0.0.1',
        port: 8080,
        opsHost: '127.0.0.1',
        opsPort: 9464,
        publicUrl: undefined,
        trustedProxies: [],
        tls: undefined,
      },
      store: { dataDir: './data', database: undefined },
    });
  });

  it.each([
    ['SETPOINT_HTTP_PORT', ['0', '65535'], ['', '-1', '65536', '8080.5', '1e3', '0x1', ' 80', 'http']],
    ['SETPOINT_OFFLINE_AFTER_SECONDS', ['1', '86400'], ['0', '86401']],
    ['SETPOINT_MQTT_PORT', ['0', '65535', 'off'], ['', '65536', 'OFF', 'none']],
    ['SETPOINT_MQTTS_PORT', ['0', '65535', 'off'], ['', '-1', 'on']],
    ['SETPOINT_MQTT_PLAIN_HOST', ['10.0.0.1'], ['']],
    ['SETPOINT_LOG_LEVEL', ['info', 'silent'], ['INFO', 'loud', '']],
    [
      'SETPOINT_PUBLIC_URL',
      ['https://a.example', 'http://a:8080/'],
      ['a.example', 'ftp://a', 'javascript:alert(1)', 'http://a/b', ''],
    ],
    ['SETPOINT_TLS', ['terminated-upstream'], ['off', '']],
    ['SETPOINT_DATA_DIR', ['data'], ['']],
    ['SETPOINT_TRUSTED_PROXIES', ['10.0.0.0/8,::1'], ['10.0.0.0/33', 'proxy.example.com', '']],
    ['SETPOINT_MQTT_PORT_1883_TCP', ['tcp://10.0.0.1:1883'], []],
    ['SETPOINT_OPERATIONS_PORT', ['tcp://10.0.0.1:9464'], []],
    ['SETPOINT_URL', ['https://a.example'], []],
  ])('takes for %s %j and not %j', (name, good, bad) => {
    expect(good.flatMap((value) => problemsOf({ [name]: value }))).toEqual([]);
    const told = bad.map((value) => expect.stringContaining(`${name}: ${JSON.stringify(value)}`));
    expect(bad.flatMap((value) => problemsOf({ [name]: value }))).toEqual(told);
  });

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
    ['127.evil.example', false],
    ['128.0.0.1', false],
  ])('lets %s listen without encryption: %s', (host, isAllowed) => {
    expect(problemsOf({ SETPOINT_HTTP_HOST: host }).length === 0).toBe(isAllowed);
  });

  it('takes controllers by MQTT on this machine alone', () => {
    expect(configOf({})).toMatchObject({
      gateway: { mqtt: { host: '127.0.0.1', port: 1883 }, mqtts: { host: '127.0.0.1', port: 8883 } },
      sites: { offlineAfterMs: 90_000 },
    });
    expect(configOf({ SETPOINT_MQTT_PORT: 'off', SETPOINT_MQTTS_PORT: 'off' }).gateway).toEqual({
      mqtt: undefined,
      mqtts: undefined,
    });
  });

  it('takes them encrypted where the interface is open, and in the clear elsewhere only when told to', () => {
    const open = { SETPOINT_HTTP_HOST: '0.0.0.0', SETPOINT_TLS: 'terminated-upstream' };
    expect(configOf(open).gateway).toMatchObject({
      mqtt: { host: '127.0.0.1' },
      mqtts: { host: '0.0.0.0', port: 8883 },
    });
    expect(configOf({ SETPOINT_MQTT_PLAIN_HOST: '10.0.0.1' }).gateway.mqtt).toEqual({ host: '10.0.0.1', port: 1883 });
    expect(problemsOf({ SETPOINT_MQTT_HOST: '10.0.0.1' })).toEqual([
      expect.stringContaining('SETPOINT_MQTT_HOST: there is no such setting'),
    ]);
  });

  it('opens itself to others only encrypted', () => {
    const open = { SETPOINT_HTTP_HOST: '0.0.0.0' };
    const cert = join(folder, 'cert.pem');
    const key = join(folder, 'key.pem');
    expect(problemsOf(open)).toEqual([expect.stringContaining(OPEN)]);
    expect(problemsOf({ ...open, SETPOINT_TLS: 'terminated-upstream' })).toEqual([]);
    expect(configOf({ ...open, SETPOINT_TLS_CERT: cert, SETPOINT_TLS_KEY: key }).http.tls).toEqual({
      cert: OWN.cert,
      key: OWN.key,
    });
    expect(problemsOf({ SETPOINT_TLS_CERT: cert })).toEqual([expect.stringContaining('set both')]);
  });

  it.each([
    ['cert.pem', 'other.pem', 'SETPOINT_TLS_KEY: is not the key of the certificate in SETPOINT_TLS_CERT'],
    ['cert.pem', 'note.pem', 'SETPOINT_TLS_KEY: '],
    ['note.pem', 'key.pem', 'SETPOINT_TLS_CERT: '],
  ])('refuses the certificate %s with the key %s', (cert, key, problem) => {
    const tls = { SETPOINT_TLS_CERT: join(folder, cert), SETPOINT_TLS_KEY: join(folder, key) };
    expect(problemsOf(tls)).toEqual([expect.stringContaining(problem)]);
  });

  it('knows no variable that is misspelt, and names the nearest', () => {
    const problem = 'SETPOINT_HTTPPORT: there is no such setting; the nearest is SETPOINT_HTTP_PORT';
    expect(problemsOf({ SETPOINT_HTTPPORT: '9' })).toEqual([problem]);
  });

  it('asks controllers for certificates where TLS ends here, by an authority that is named', () => {
    const wished = { from: 0, until: 1 };
    const authority = makeAuthority({ name: 'controllers', ...wished });
    const crl = authority.revoke([], wished);
    const ca = `${authority.cert}${crl}`;
    writeFileSync(join(folder, 'ca.pem'), ca);
    writeFileSync(join(folder, 'cut.pem'), ca.slice(0, -60));
    const tls = { SETPOINT_TLS_CERT: join(folder, 'cert.pem'), SETPOINT_TLS_KEY: join(folder, 'key.pem') };
    const required = { SETPOINT_CONTROLLER_CERTIFICATES: 'required' };
    const named = { ...required, SETPOINT_CONTROLLER_CA_FILE: join(folder, 'ca.pem') };
    expect(configOf({ ...tls, ...named }).http).toMatchObject({
      controllerCertificates: 'required',
      tls: { clients: { ca, crl: [crl] } },
    });
    expect(problemsOf({ ...tls, ...required })).toEqual([expect.stringContaining('SETPOINT_CONTROLLER_CA_FILE')]);
    expect(problemsOf(named)).toEqual([expect.stringContaining('required needs TLS that ends here')]);
    expect(problemsOf({ ...named, SETPOINT_TLS: 'terminated-upstream' })).toEqual([
      expect.stringContaining('behind a proxy that handles TLS, no certificate of a controller arrives'),
    ]);
    for (const broken of ['note.pem', 'cut.pem']) {
      expect(problemsOf({ ...tls, ...required, SETPOINT_CONTROLLER_CA_FILE: join(folder, broken) })).toEqual([
        expect.stringContaining('SETPOINT_CONTROLLER_CA_FILE'),
      ]);
    }
    expect(configOf({ ...tls, SETPOINT_CONTROLLER_CA_FILE: join(folder, 'ca.pem') }).http.tls).toEqual({
      cert: OWN.cert,
      key: OWN.key,
    });
  });

  it('refuses an address in the clear where a proxy in front handles TLS', () => {
    const behind = { SETPOINT_TLS: 'terminated-upstream' };
    expect(problemsOf({ ...behind, SETPOINT_PUBLIC_URL: 'https://setpoint.example' })).toEqual([]);
    expect(problemsOf({ ...behind, SETPOINT_PUBLIC_URL: 'http://setpoint.example' })).toEqual([
      expect.stringContaining('SETPOINT_PUBLIC_URL: http://setpoint.example is not encrypted'),
    ]);
  });

  it('tells all that is wrong at once', () => {
    const problems = problemsOf({
      SETPOINT_HTTP_PORT: 'x',
      SETPOINT_OPS_PORT: 'y',
      SETPOINT_LOG_LEVEL: 'z',
      SETPOINT_HTTP_HOST: '0.0.0.0',
      SETPOINT_TLS_CERT: join(folder, 'missing.pem'),
      SETPOINT_TLS_KEY: join(folder, 'key.pem'),
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'SETPOINT_LOG_LEVEL',
      'SETPOINT_HTTP_PORT',
      'SETPOINT_OPS_PORT',
      'SETPOINT_TLS_CERT',
      'SETPOINT_HTTP_HOST',
    ]);
  });

  it('takes shares from one list', () => {
    const shares = 'http-connections=8,mqtt-connections=9,client-computed-at-once=10,client-streams=11';
    const { connections, identity } = configOf({
      SETPOINT_SHARES: `${shares},key-calls-per-minute=12,failed-auth-per-minute=13`,
    });
    expect([connections.http, connections.mqtt]).toEqual([8, 9]);
    expect(identity).toMatchObject({
      budget: { computedAtOnce: 10, streamsAtOnce: 11, keyCallsPerMinute: 12 },
      failedAuthPerMinute: 13,
    });
    expect(problemsOf({ SETPOINT_SHARES: 'client-stream=1' })).toEqual([
      'SETPOINT_SHARES: there is no share "client-stream"; the nearest is client-streams',
    ]);
  });

  it.each(['https://desk.example.com', 'http://localhost:5173', 'http://[::1]:8080'])(
    'takes %s for an origin',
    (origin) => {
      expect(configOf({ SETPOINT_CORS_ORIGINS: `${origin}, https://b.example` }).http.corsOrigins).toEqual([
        origin,
        'https://b.example',
      ]);
    },
  );

  it.each([
    'desk.example.com',
    'https://desk.example.com/',
    'https://desk.example.com/page',
    'https://Desk.example.com',
    'https://desk.example.com:443',
    'https://*.example.com',
    'https://me@desk.example.com',
    'null',
    'file:///x',
    'https://a.example,*',
  ])('takes %s for no origin', (origins) => {
    const [problem, ...more] = problemsOf({ SETPOINT_CORS_ORIGINS: origins });
    expect(problem).toMatch(/^SETPOINT_CORS_ORIGINS: ".*" is not an origin/);
    expect(more).toEqual([]);
  });

  it('lets pages of no other origin call, or of every one', () => {
    expect(configOf({}).http.corsOrigins).toEqual([]);
    expect(configOf({ SETPOINT_CORS_ORIGINS: '*' }).http.corsOrigins).toEqual(['*']);
  });

  it('reads lists without their blanks', () => {
    expect(configOf({ SETPOINT_TRUSTED_PROXIES: ' 10.0.0.1 ,, 10.1.0.0/16,' }).http.trustedProxies).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
    ]);
  });
});

describe('a secret', () => {
  const id = '0a000000-0000-4000-8000-00000000000a';
  const database = 'postgres://setpoint:password@db.example/setpoint';

  it('comes from a file too, without the line end that editors leave', () => {
    const path = join(folder, 'secret');
    writeFileSync(path, `${database}\n`);
    expect(configOf({ DATABASE_URL_FILE: path }).store.database?.url).toBe(database);
    const given = { SETPOINT_OPERATOR_ID: id, SETPOINT_OPERATOR_SECRET_FILE: path };
    expect(configOf(given).registry.operator).toEqual({ clientId: id, clientSecret: database });
  });

  it('is refused twice, from a file that is missing or empty, and in part, and is never shown', () => {
    const empty = join(folder, 'empty');
    writeFileSync(empty, '\n');
    const both = { DATABASE_URL: database, DATABASE_URL_FILE: join(folder, 'missing') };
    const secret = 'too short';
    const problems = [
      ...problemsOf(both),
      ...problemsOf({ DATABASE_URL_FILE: empty }),
      ...problemsOf({ SETPOINT_OPERATOR_ID: id }),
      ...problemsOf({ SETPOINT_OPERATOR_SECRET_FILE: empty }),
      ...problemsOf({ SETPOINT_OPERATOR_ID: 'admin', SETPOINT_OPERATOR_SECRET: secret }),
    ];
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE',
      'DATABASE_URL_FILE',
      'DATABASE_URL_FILE',
      'DATABASE_URL',
      'SETPOINT_OPERATOR_ID and SETPOINT_OPERATOR_SECRET',
      'SETPOINT_OPERATOR_SECRET_FILE',
      'SETPOINT_OPERATOR_ID and SETPOINT_OPERATOR_SECRET',
      'SETPOINT_OPERATOR_SECRET',
      'SETPOINT_OPERATOR_ID',
    ]);
    expect(problems.join()).not.toContain(secret);
    expect(problems.join()).not.toContain('password');
  });

  it.each(['u:p@a,b/x', 'u:p@a:5432,b:5432/x', 'a,b'])('is the address of one database: %s names two', (hosts) => {
    expect(problemsOf({ DATABASE_URL: `postgres://${hosts}` })).toEqual([
      'DATABASE_URL: names several hosts; give the one address that leads to the primary',
    ]);
  });
});
