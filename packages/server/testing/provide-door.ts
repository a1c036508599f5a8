import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';

/** For tests: what the main process makes once somebody asks for it at an address; it says what it has made, or why not. */
export async function provideDoor(
  project: TestProject,
  name: keyof ProvidedContext,
  make: (path: string) => Promise<object>,
): Promise<() => void> {
  const door = createServer(({ url = '' }, response) => {
    make(url).then(
      (made) => response.end(JSON.stringify(made)),
      (cause: unknown) => response.writeHead(500).end(inspect(cause)),
    );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  project.provide(name, `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return () => void door.close();
}
