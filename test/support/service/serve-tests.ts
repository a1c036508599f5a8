import { createSetpointClient } from '@setpoint/client';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { runHere } from '@setpoint/cli/testing/run-here';
import { ServiceClient } from './service-client.ts';
import { operatorOf, signIn } from './sign-in.ts';
import { type ServiceOptions, startService } from './start-service.ts';
import { makeTempDir } from './temp-dir.ts';

type Options = Omit<ServiceOptions, 'dataDir'>;

/** A service with a folder of its own, and its operator. */
export async function serve(options: Options = {}) {
  await using starting = new AsyncDisposableStack();
  const { path: folder } = starting.use(await makeTempDir());
  const serving = {
    /** Where it keeps what it has. */
    folder,
    /** Ends with the tests; so does one that takes its place. */
    service: await startService({ ...options, dataDir: folder }),
  };
  starting.defer(() => serving.service[Symbol.asyncDispose]());
  const credentials = await operatorOf(folder);
  const token = await signIn(serving.service.url, credentials);
  const owned = starting.move();
  return Object.assign(serving, {
    /** Its operator, by the SDK and by plain requests. */
    client: createSetpointClient({ url: serving.service.url, ...credentials }),
    operator: new ServiceClient(serving.service.url, token),
    token,
    /** Runs a command of the command line as its operator, in this process. */
    run: (...args: readonly string[]) => runHere(args, { SETPOINT_DATA_DIR: folder }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  });
}

/** What is there when the first test of a file begins, until the last has ended. */
export function ofTests<World extends AsyncDisposable>(start: () => Promise<World>): World {
  const world = {} as World;
  beforeAll(async () => void Object.assign(world, await start()));
  afterAll(() => world[Symbol.asyncDispose]());
  return world;
}

/** A service for all tests of a file. */
export function serveTests(options: Options = {}) {
  return ofTests(() => serve(options));
}

/** A service for each test, one after the other. */
export function serveEachTest() {
  const world = {} as Awaited<ReturnType<typeof serve>>;
  beforeEach(async () => void Object.assign(world, await serve()));
  afterEach(() => world[Symbol.asyncDispose]());
  return world;
}
