import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { makeCertificate } from '@setpoint/server/testing/make-certificate';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { expect, test } from 'vitest';
import { fetchWithCertificate } from './fetch-with-certificate.ts';

test('the certificate is shown on connections that are kept, until there is another one', async () => {
  const folder = testFolder();
  const files = { certificateFile: join(folder, 'own.pem'), certificateKeyFile: join(folder, 'own.key') };
  const put = async (name: string): Promise<void> => {
    const { cert, key } = await makeCertificate(Date.now(), [name]);
    writeFileSync(files.certificateFile, cert);
    writeFileSync(files.certificateKeyFile, key);
  };
  const seen: (string | undefined)[] = [];
  const service = await makeCertificate(Date.now());
  const server = createServer({ ...service, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const { socket } = request;
    seen.push(socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.subject : undefined);
    response.writeHead(200, { ETag: '"1"' });
    request.pipe(response);
  });
  let connections = 0;
  server.on('secureConnection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = fetchWithCertificate(files, { ca: service.cert });
  const post = async (body: string) => {
    const { port } = server.address() as AddressInfo;
    const init = { method: 'POST', headers: {}, body, signal: AbortSignal.timeout(60_000) } as const;
    const answer = await ask(`https://127.0.0.1:${port}/`, init);
    return [answer.status, answer.headers?.get('ETag'), await answer.text()];
  };
  await put('one');
  expect([await post('a'), await post('b')]).toEqual([
    [200, '"1"', 'a'],
    [200, '"1"', 'b'],
  ]);
  await put('another');
  expect(await post('c')).toEqual([200, '"1"', 'c']);
  expect([seen, connections]).toEqual([['CN=one', 'CN=one', 'CN=another'], 2]);
  server.closeAllConnections();
  server.close();
});
