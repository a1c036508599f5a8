import { type RunningController, plantCatalogue, runSimulatedSite } from '@setpoint/controller';
import { createSetpointClient, requestSignInLink, type SetpointClient } from '@setpoint/client';
import { type Credentials, operatorOf } from '../harness/sign-in.ts';
import { type Service, startService } from '../harness/start-service.ts';
import { makeTempDir } from '../harness/temp-dir.ts';

/** The real service with simulated sites. */
export interface ConsoleWorld extends AsyncDisposable {
  readonly folder: string;
  readonly operator: SetpointClient;
  readonly credentials: Credentials;
  url(): string;
  /** A link that signs in, once. */
  link(credentials?: Credentials): Promise<string>;
  /** A site of the catalogue of plants, with a controller that is connected. */
  addSimulatedSite(plantName: string, siteName?: string): Promise<string>;
  /** Ends the service as a power cut would, and starts it again at the same address. */
  restart(): Promise<void>;
}

export async function startWorld(env: Readonly<Record<string, string>> = {}): Promise<ConsoleWorld> {
  const folder = await makeTempDir();
  const controllers: RunningController[] = [];
  let service: Service = await startService({ dataDir: folder.path, env });
  const { url } = service;
  const credentials = await operatorOf(folder.path);
  const operator = createSetpointClient({ url, ...credentials });
  return {
    folder: folder.path,
    operator,
    credentials,
    url: () => url,
    link: async (one = credentials) => (await requestSignInLink({ url }, one)).url,
    async addSimulatedSite(plantName, siteName = plantName) {
      const plant = plantCatalogue.find(({ name }) => name === plantName);
      if (plant === undefined) throw new Error(`there is no plant ${plantName}`);
      const added = await operator.registry.addSite({ siteName, timeZone: plant.timeZone });
      const connected = Promise.withResolvers<void>();
      controllers.push(
        await runSimulatedSite({
          address: { url, siteId: added.siteId, controllerKey: added.controllerKey },
          plant,
          reportSeconds: 2,
          now: Date.now,
          onConnected: () => connected.resolve(),
          onTrouble: () => undefined,
        }),
      );
      await connected.promise;
      return added.siteId;
    },
    async restart() {
      await service.end('SIGKILL');
      service = await startService({
        dataDir: folder.path,
        env: { ...env, SETPOINT_HTTP_PORT: new URL(url).port },
      });
    },
    async [Symbol.asyncDispose]() {
      for (const controller of controllers) await controller.stop();
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
