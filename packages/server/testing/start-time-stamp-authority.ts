import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const CONFIG = `
[req]
distinguished_name = dn
prompt = no
[dn]
CN = Test root
[ca]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[stamping]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = critical,timeStamping
[plain]
basicConstraints = critical,CA:FALSE
[tsa]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

export interface TestAuthority extends AsyncDisposable {
  readonly url: string;
  /** The certificate of its root, in PEM, and the file that has it. */
  readonly root: string;
  readonly rootFile: string;
  /** How many asked. */
  readonly asked: () => number;
  /** What it answers from now on; at first, as it should. */
  answerWith(answer: (query: Buffer, response: ServerResponse) => void | Promise<void>): void;
  /** The answer of OpenSSL. */
  stamp(query: Buffer): Promise<Buffer>;
  /** Signs with a key that is not for time stamps; in CMS. */
  signPlain(content: Buffer): Promise<Buffer>;
}

/** Whether there is an OpenSSL that can play an authority. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return false;
  }
}

/** A real authority for time stamps, as OpenSSL makes one, behind a port of its own. */
export async function startTimeStampAuthority(): Promise<TestAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-tsa-'));
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder, env: { ...process.env, TZ: 'UTC' } });
  await makeCertificates(folder, openssl);
  const stamp = async (query: Buffer) => {
    const [asked, answered] = [join(folder, 'query.tsq'), join(folder, 'answer.tsr')];
    await writeFile(asked, query);
    const signer = ['-signer', 'stamping.pem', '-inkey', 'key.pem', '-chain', 'root.pem'];
    await openssl(
      'ts',
      '-reply',
      '-config',
      'config',
      '-section',
      'tsa',
      '-queryfile',
      asked,
      ...signer,
      '-out',
      answered,
    );
    return readFile(answered);
  };
  const good = async (query: Buffer, response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/timestamp-reply').end(await stamp(query));
  };
  let [answer, asked]: [Parameters<TestAuthority['answerWith']>[0], number] = [good, 0];
  const server = createServer((request, response) => {
    asked += 1;
    void bodyOf(request).then((query) => answer(query, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    root: await readFile(join(folder, 'root.pem'), 'utf8'),
    rootFile: join(folder, 'root.pem'),
    asked: () => asked,
    answerWith: (given) => void (answer = given),
    stamp,
    async signPlain(content) {
      const [from, to] = [join(folder, 'content'), join(folder, 'signed')];
      await writeFile(from, content);
      const how = ['-binary', '-nodetach', '-cades', '-outform', 'DER', '-econtent_type', '1.2.840.113549.1.9.16.1.4'];
      await openssl('cms', '-sign', ...how, '-in', from, '-signer', 'plain.pem', '-inkey', 'key.pem', '-out', to);
      return readFile(to);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

async function makeCertificates(folder: string, openssl: (...args: string[]) => Promise<unknown>): Promise<void> {
  await writeFile(join(folder, 'config'), CONFIG);
  await writeFile(join(folder, 'serial'), '1000');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const root = ['-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-days', '30', '-extensions', 'ca'];
  await openssl('req', '-config', 'config', ...root);
  await openssl(
    'req',
    '-config',
    'config',
    ...key,
    '-keyout',
    'key.pem',
    '-out',
    'request.pem',
    '-subj',
    '/CN=Test time',
  );
  for (const kind of ['stamping', 'plain']) {
    const given = ['-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', String(kind.length), '-days', '30'];
    const extensions = ['-extfile', 'config', '-extensions', kind];
    await openssl('x509', '-req', '-in', 'request.pem', ...given, ...extensions, '-out', `${kind}.pem`);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
