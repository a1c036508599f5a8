import { describe, expect, it } from 'vitest';
import { makeAuthority } from '../testing/make-authority.ts';
import { folderOfTests } from '../testing/test-folder.ts';
import { readConfig } from './read-config.ts';

type Environment = Readonly<Record<string, string>>;

const WISH = { name: 'setpoint.example', from: 0, until: 1 };
const OWN = await makeAuthority(WISH);
const CONTROLLERS = await makeAuthority({ ...WISH, name: 'controllers' });
const CRL = await CONTROLLERS.revoke([], WISH);
const CA = `${CONTROLLERS.cert}${CRL}`;
const DATABASE = 'postgres://setpoint:password@db.example/setpoint';
const ID = '0a000000-0000-4000-8000-00000000000a';
const SHORT = 'too short';

const folder = folderOfTests({
  'cert.pem': OWN.cert,
  'key.pem': OWN.key,
  'other.pem': (await makeAuthority(WISH)).key,
  'note.pem': 'a note',
  'ca.pem': CA,
  'cut.pem': CA.slice(0, -60),
  secret: `${DATABASE}\n`,
  empty: '\n',
});

/** A value that begins with @ is a file of the folder. */
function read(environment: Environment) {
  const values = Object.entries(environment).map(([name, value]) => [name, value.replace(/^@/, `${folder}/`)]);
  return readConfig(Object.fromEntries(values) as Environment);
}

function problemsOf(environment: Environment): readonly string[] {
  const result = read(environment);
  return result.kind === 'invalid' ? result.problems : [];
}

const TLS = { SETPOINT_TLS_CERT: '@cert.pem', SETPOINT_TLS_KEY: '@key.pem' };
const OPEN = { SETPOINT_HTTP_HOST: '0.0.0.0' };
const UPSTREAM = { SETPOINT_TLS: 'terminated-upstream' };
const REQUIRED = { SETPOINT_CONTROLLER_CERTIFICATES: 'required' };
const NAMED = { ...REQUIRED, SETPOINT_CONTROLLER_CA_FILE: '@ca.pem' };

const LOCAL = { host: '127.0.0.1', port: 8080, opsHost: '127.0.0.1', opsPort: 9464 };
const NOTHING_ELSE = { publicUrl: undefined, trustedProxies: [], tls: undefined, corsOrigins: [] };
const SHARES = 'http-connections=8,mqtt-connections=9,client-computed-at-once=10,client-streams=11';
const BUDGET = { computedAtOnce: 10, streamsAtOnce: 11, keyCallsPerMinute: 12 };

describe('the configuration', () => {
  it.each<[string, Environment, object]>([
    ['listens on this machine alone', {}, { http: { ...LOCAL, ...NOTHING_ELSE } }],
    ['keeps its store in a folder', {}, { store: { dataDir: './data', database: undefined } }],
    ['counts a site as offline after 90 s', {}, { sites: { offlineAfterMs: 90_000 } }],
    [
      'takes controllers by MQTT on this machine alone',
      {},
      { gateway: { mqtt: { host: '127.0.0.1', port: 1883 }, mqtts: { host: '127.0.0.1', port: 8883 } } },
    ],
    [
      'takes none where that is off',
      { SETPOINT_MQTT_PORT: 'off', SETPOINT_MQTTS_PORT: 'off' },
      { gateway: { mqtt: undefined, mqtts: undefined } },
    ],
    [
      'takes them encrypted where the interface is open',
      { ...OPEN, ...UPSTREAM },
      { gateway: { mqtt: { host: '127.0.0.1' }, mqtts: { host: '0.0.0.0', port: 8883 } } },
    ],
    [
      'takes them in the clear elsewhere when told to',
      { SETPOINT_MQTT_PLAIN_HOST: '10.0.0.1' },
      { gateway: { mqtt: { host: '10.0.0.1', port: 1883 } } },
    ],
    [
      'opens itself to others with a certificate',
      { ...OPEN, ...TLS },
      { http: { tls: { cert: OWN.cert, key: OWN.key } } },
    ],
    [
      'asks for no certificate unless it is set to, whatever authority is named',
      { ...TLS, SETPOINT_CONTROLLER_CA_FILE: '@ca.pem' },
      { http: { tls: expect.not.objectContaining({ clients: expect.anything() as unknown }) as unknown } },
    ],
    ['opens itself to others behind a proxy', { ...OPEN, ...UPSTREAM, SETPOINT_PUBLIC_URL: 'https://a.example' }, {}],
    [
      'asks controllers for certificates of an authority',
      { ...TLS, ...NAMED },
      { http: { controllerCertificates: 'required', tls: { clients: { ca: CA, crl: [CRL] } } } },
    ],
    [
      'takes shares from one list',
      { SETPOINT_SHARES: `${SHARES},key-calls-per-minute=12,failed-auth-per-minute=13` },
      { connections: { http: 8, mqtt: 9 }, identity: { budget: BUDGET, failedAuthPerMinute: 13 } },
    ],
    ['lets pages of every origin call', { SETPOINT_CORS_ORIGINS: '*' }, { http: { corsOrigins: ['*'] } }],
    [
      'lets pages of some origins call',
      { SETPOINT_CORS_ORIGINS: 'https://a.example, http://localhost:5173,http://[::1]:8080' },
      { http: { corsOrigins: ['https://a.example', 'http://localhost:5173', 'http://[::1]:8080'] } },
    ],
    [
      'reads lists without their blanks',
      { SETPOINT_TRUSTED_PROXIES: ' 10.0.0.1 ,, 10.1.0.0/16,' },
      { http: { trustedProxies: ['10.0.0.1', '10.1.0.0/16'] } },
    ],
    [
      'comes from a file too, where it is a secret',
      { DATABASE_URL_FILE: '@secret' },
      { store: { database: { url: DATABASE } } },
    ],
    [
      'reads the secret of an operator from a file',
      { SETPOINT_OPERATOR_ID: ID, SETPOINT_OPERATOR_SECRET_FILE: '@secret' },
      { registry: { operator: { clientId: ID, clientSecret: DATABASE } } },
    ],
  ])('%s', (_what, environment, config) => {
    expect(read(environment)).toMatchObject({ kind: 'config', config });
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
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
    ['127.evil.example', false],
  ])('lets %s listen without encryption: %s', (host, isAllowed) => {
    expect(problemsOf({ SETPOINT_HTTP_HOST: host }).length === 0).toBe(isAllowed);
  });

  const NEITHER = 'SETPOINT_OPERATOR_ID and SETPOINT_OPERATOR_SECRET:';
  const SEVERAL = 'DATABASE_URL: names several hosts; give the one address that leads to the primary';

  it.each<[Environment, ...string[]]>([
    [OPEN, 'SETPOINT_HTTP_HOST: 0.0.0.0 can be reached by other machines'],
    [{ SETPOINT_TLS_CERT: '@cert.pem' }, 'set both'],
    [{ ...TLS, SETPOINT_TLS_KEY: '@other.pem' }, 'SETPOINT_TLS_KEY: is not the key of the certificate in'],
    [{ ...TLS, SETPOINT_TLS_KEY: '@note.pem' }, 'SETPOINT_TLS_KEY: '],
    [{ ...TLS, SETPOINT_TLS_CERT: '@note.pem' }, 'SETPOINT_TLS_CERT: '],
    [{ SETPOINT_HTTPPORT: '9' }, 'SETPOINT_HTTPPORT: there is no such setting; the nearest is SETPOINT_HTTP_PORT'],
    [{ SETPOINT_MQTT_HOST: '10.0.0.1' }, 'SETPOINT_MQTT_HOST: there is no such setting'],
    [{ ...TLS, ...REQUIRED }, 'SETPOINT_CONTROLLER_CA_FILE'],
    [NAMED, 'required needs TLS that ends here'],
    [{ ...NAMED, ...UPSTREAM }, 'behind a proxy that handles TLS, no certificate of a controller arrives'],
    [{ ...TLS, ...NAMED, SETPOINT_CONTROLLER_CA_FILE: '@note.pem' }, 'SETPOINT_CONTROLLER_CA_FILE'],
    [{ ...TLS, ...NAMED, SETPOINT_CONTROLLER_CA_FILE: '@cut.pem' }, 'SETPOINT_CONTROLLER_CA_FILE'],
    [{ ...UPSTREAM, SETPOINT_PUBLIC_URL: 'http://a.example' }, 'PUBLIC_URL: http://a.example is not encrypted'],
    [{ SETPOINT_SHARES: 'client-stream=1' }, 'there is no share "client-stream"; the nearest is client-streams'],
    [{ DATABASE_URL: DATABASE, DATABASE_URL_FILE: '@none' }, 'DATABASE_URL and DATABASE_URL_FILE:', '_FILE:'],
    [{ DATABASE_URL_FILE: '@empty' }, 'DATABASE_URL_FILE:', 'DATABASE_URL:'],
    [{ SETPOINT_OPERATOR_ID: ID }, NEITHER],
    [{ SETPOINT_OPERATOR_SECRET_FILE: '@empty' }, 'SETPOINT_OPERATOR_SECRET_FILE:', NEITHER],
    [{ SETPOINT_OPERATOR_ID: 'admin', SETPOINT_OPERATOR_SECRET: SHORT }, 'OPERATOR_SECRET:', 'OPERATOR_ID:'],
    [{ DATABASE_URL: 'postgres://u:p@a,b/x' }, SEVERAL],
    [{ DATABASE_URL: 'postgres://u:p@a:5432,b:5432/x' }, SEVERAL],
    [
      { ...OPEN, ...TLS, SETPOINT_HTTP_PORT: 'x', SETPOINT_LOG_LEVEL: 'z', SETPOINT_TLS_CERT: '@none' },
      'SETPOINT_LOG_LEVEL:',
      'SETPOINT_HTTP_PORT:',
      'SETPOINT_TLS_CERT:',
      'SETPOINT_HTTP_HOST:',
    ],
  ])('refuses %j, shows no secret, and tells all that is wrong', (environment, ...problems) => {
    const told = problemsOf(environment);
    expect(told).toEqual(problems.map((problem) => expect.stringContaining(problem)));
    for (const secret of [SHORT, 'password']) expect(told.join()).not.toContain(secret);
  });

  it.each([
    'desk.example.com',
    'https://desk.example.com/page',
    'https://Desk.example.com',
    'https://me@desk.example.com',
    'null',
    'https://a.example,*',
  ])('takes %s for no origin', (origins) => {
    const problem = expect.stringMatching(/^SETPOINT_CORS_ORIGINS: ".*" is not an origin/);
    expect(problemsOf({ SETPOINT_CORS_ORIGINS: origins })).toEqual([problem]);
  });
});
