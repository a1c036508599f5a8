import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NodePorts } from '../service/node-at.ts';
import { makeTempDir } from '../service/temp-dir.ts';

const DOCUMENT = fileURLToPath(new URL('../../../docs/do/scaling.md', import.meta.url));

export interface Haproxy extends AsyncDisposable {
  readonly url: string;
}

export function hasHaproxy(): boolean {
  return spawnSync('haproxy', ['-v']).status === 0;
}

/** haproxy as the documentation configures it, on other addresses and without TLS. */
export async function startHaproxy(
  entry: { readonly http: number; readonly mqtt: number },
  nodes: readonly NodePorts[],
): Promise<Haproxy> {
  const folder = await makeTempDir();
  const path = join(folder.path, 'haproxy.cfg');
  writeFileSync(path, configuration(entry, nodes));
  // In the foreground, one process.
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = collect(child);
  const url = `http://127.0.0.1:${entry.http}`;
  while (child.exitCode === null && !(await answers(url)));
  if (child.exitCode !== null) throw new Error(`haproxy ended (${child.exitCode}):\n${said()}`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await exited;
      await folder[Symbol.asyncDispose]();
    },
  };
}

function configuration(entry: { http: number; mqtt: number }, nodes: readonly NodePorts[]): string {
  const documented = /```haproxy\n([\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8'))?.[1];
  if (documented === undefined) throw new Error(`${DOCUMENT} configures no haproxy`);
  return nodes.reduce(
    (text, ports, index) =>
      text
        .replace(`10.0.0.${index + 1}:8080 check port 9464`, `127.0.0.1:${ports.http} check port ${ports.ops}`)
        .replace(`10.0.0.${index + 1}:1883 check port 9464`, `127.0.0.1:${ports.mqtt} check port ${ports.ops}`)
        .replace(`10.0.0.${index + 1}:8080 backup`, `127.0.0.1:${ports.http} backup`),
    documented
      .replaceAll(/ ssl crt \S+/g, '')
      .replace('bind :443', `bind 127.0.0.1:${entry.http}`)
      .replace('bind :8883', `bind 127.0.0.1:${entry.mqtt}`),
  );
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/v1/public/health`).then(
    ({ status }) => status === 204,
    () => false,
  );
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  return () => text;
}
