import { type RunningController, plantCatalogue, runSimulatedSite } from '@setpoint/controller';
import { createSetpointClient, requestSignInLink, type SetpointClient } from '@setpoint/client';
import { type Credentials, operatorOf } from '../support/service/sign-in.ts';
import { startTied, type TiedService } from './start-tied.ts';

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
  /** Ends the controller of such a site. */
  stopSite(siteId: string): Promise<void>;
}

/** A service for one file alone. */
export async function startWorld(env: Readonly<Record<string, string>> = {}) {
  const service = await startTied(env);
  const world = await openWorld(service);
  return {
    ...world,
    service,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** A service that runs already, with sites of one's own in it, which end first. */
export async function openWorld({ url, folder }: Pick<TiedService, 'url' | 'folder'>): Promise<ConsoleWorld> {
  const controllers = new Map<string, RunningController>();
  const credentials = await operatorOf(folder);
  const operator = createSetpointClient({ ...credentials, url });
  return {
    folder,
    operator,
    credentials,
    url: () => url,
    link: async (one = credentials) => (await requestSignInLink({ url }, one)).url,
    async addSimulatedSite(plantName, siteName = plantName) {
      const plant = plantCatalogue.find(({ name }) => name === plantName);
      if (plant === undefined) throw new Error(`there is no plant ${plantName}`);
      const added = await operator.registry.addSite({ siteName, timeZone: plant.timeZone });
      const connected = Promise.withResolvers<void>();
      controllers.set(
        added.siteId,
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
    async stopSite(siteId) {
      await controllers.get(siteId)?.stop();
      controllers.delete(siteId);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...controllers.values()].map((controller) => controller.stop()));
    },
  };
}
