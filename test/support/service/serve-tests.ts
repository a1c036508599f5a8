import { createSetpointClient } from '@setpoint/client';
import { afterAll, beforeAll } from 'vitest';
import { runHere } from '@setpoint/cli/testing/run-here';
import { inEachTest, ofTest } from '@setpoint/server/testing/of-tests';
import { ServiceClient } from './service-client.ts';
import { operatorOf, signIn } from './sign-in.ts';
import { type ServiceOptions, startService } from './start-service.ts';
import { makeTempDir } from './temp-dir.ts';

type Options = Omit<ServiceOptions, 'dataDir'>;

/** A service with a folder of its own, and its operator. */
export async function serve(options: Options = {}) {
  await using starting = new AsyncDisposableStack();
  const { path: folder } = starting.use(await makeTempDir());
  const service = starting.use(await startService({ ...options, dataDir: folder }));
  const credentials = await operatorOf(folder);
  const token = await signIn(service.url, credentials);
  const owned = starting.move();
  return {
    /** Where it keeps what it has. */
    folder,
    service,
    /** Its operator, by the SDK and by plain requests. */
    client: createSetpointClient({ url: service.url, ...credentials }),
    operator: new ServiceClient(service.url, token),
    token,
    /** Runs a command of the command line as its operator, in this process. */
    run: (...args: readonly string[]) => runHere(args, { SETPOINT_DATA_DIR: folder }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** What is there when the first test of a file begins, until the last has ended. */
export function startedForTests<World extends AsyncDisposable>(start: () => Promise<World>): World {
  const world = {} as World;
  const owned = new AsyncDisposableStack();
  beforeAll(async () => void Object.assign(world, owned.use(await start())));
  afterAll(() => owned.disposeAsync());
  return world;
}

/** A service for all tests of a file. */
export function serveTests(options: Options = {}) {
  return startedForTests(() => serve(options));
}

/** A service for each test, one after the other. */
export function serveEachTest() {
  return inEachTest(() => ofTest(serve()));
}
