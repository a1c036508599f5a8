import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Registry extends AsyncDisposable {
  readonly url: string;
}

/** A registry of this machine with one package, so that npm and npx fetch it as people do. */
export async function servePackage(tarball: string, manifest: { readonly name: string; readonly version: string }) {
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz') === true) return void response.end(bytes);
    if (request.url !== `/${manifest.name}`) return void response.writeHead(404).end('{}');
    const { name, version } = manifest;
    const dist = { tarball: `${url()}/${name}-${version}.tgz`, integrity };
    const versions = { [version]: { ...manifest, dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  } satisfies Registry;
}
