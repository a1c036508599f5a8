import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import { afterAll, beforeAll } from 'vitest';
import { runHere } from '@setpoint/cli/testing/run-here';
import { ServiceClient } from './service-client.ts';
import { operatorOf } from './sign-in.ts';
import { type Service, type ServiceOptions, startService } from './start-service.ts';
import { makeTempDir } from './temp-dir.ts';

interface Serving {
  /** Where it keeps what it has. */
  readonly folder: string;
  readonly service: Service;
  /** Its operator, by the SDK and by plain requests. */
  readonly client: SetpointClient;
  readonly operator: ServiceClient;
  /** Runs a command of the command line as its operator, in this process. */
  run(...args: readonly string[]): ReturnType<typeof runHere>;
}

/** A service for all tests of a file; it is there when the first of them begins. */
export function serveTests(options: Omit<ServiceOptions, 'dataDir'> = {}): Serving {
  const serving = {} as Serving;
  const owned = new AsyncDisposableStack();
  beforeAll(async () => {
    const { path: folder } = owned.use(await makeTempDir());
    const service = await startService({ ...options, dataDir: folder });
    owned.defer(async () => void (await service.end('SIGTERM')));
    const client = createSetpointClient({ url: service.url, ...(await operatorOf(folder)) });
    const operator = await ServiceClient.signIn(service.url, folder);
    const run = (...args: readonly string[]) => runHere(args, { SETPOINT_DATA_DIR: folder });
    Object.assign(serving, { folder, service, client, operator, run });
  });
  afterAll(() => owned.disposeAsync());
  return serving;
}
