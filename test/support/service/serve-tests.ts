import { createSetpointClient } from '@setpoint/client';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { runHere } from '@setpoint/cli/testing/run-here';
import { ServiceClient } from './service-client.ts';
import { operatorOf } from './sign-in.ts';
import { type ServiceOptions, startService } from './start-service.ts';
import { makeTempDir } from './temp-dir.ts';

type Options = Omit<ServiceOptions, 'dataDir'>;

async function serve(options: Options) {
  const owned = new AsyncDisposableStack();
  const { path: folder } = owned.use(await makeTempDir());
  const serving = {
    /** Where it keeps what it has. */
    folder,
    /** Ends with the tests; so does one that takes its place. */
    service: await startService({ ...options, dataDir: folder }),
  };
  owned.defer(async () => void (await serving.service.end('SIGTERM')));
  return Object.assign(serving, {
    /** Its operator, by the SDK and by plain requests. */
    client: createSetpointClient({ url: serving.service.url, ...(await operatorOf(folder)) }),
    operator: await ServiceClient.signIn(serving.service.url, folder),
    /** Runs a command of the command line as its operator, in this process. */
    run: (...args: readonly string[]) => runHere(args, { SETPOINT_DATA_DIR: folder }),
    end: () => owned.disposeAsync(),
  });
}

type Serving = Awaited<ReturnType<typeof serve>>;

/** A service for all tests of a file; it is there when the first of them begins. */
export function serveTests(options: Options = {}): Serving {
  const serving = {} as Serving;
  beforeAll(async () => void Object.assign(serving, await serve(options)));
  afterAll(() => serving.end());
  return serving;
}

/** A service for each test, one after the other. */
export function serveEachTest(options: Options = {}): Serving {
  const serving = {} as Serving;
  beforeEach(async () => void Object.assign(serving, await serve(options)));
  afterEach(() => serving.end());
  return serving;
}
