import { type RunningController, plantCatalogue, runSimulatedSite } from '@setpoint/controller';
import { createSetpointClient, requestSignInLink } from '@setpoint/client';
import type { Hold } from '@setpoint/contract';
import { operatorOf } from '../support/service/sign-in.ts';
import { startTied, type TiedService } from './start-tied.ts';

/** The real service with simulated sites. */
export type ConsoleWorld = Awaited<ReturnType<typeof openWorld>>;

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
export async function openWorld({ url, folder }: Pick<TiedService, 'url' | 'folder'>) {
  const controllers = new Map<string, RunningController>();
  const credentials = await operatorOf(folder);
  const operator = createSetpointClient({ ...credentials, url });
  return {
    folder,
    operator,
    credentials,
    url: () => url,
    link: async (one = credentials) => (await requestSignInLink({ url }, one)).url,
    async addSimulatedSite(plantName: string, siteName = plantName) {
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
    /** Those of one site or pool, or all. */
    async openHolds(id?: string): Promise<Hold[]> {
      const open: Hold[] = [];
      for await (const hold of operator.holds.list('open'))
        if (id === undefined || id === hold.siteId || id === hold.poolId) open.push(hold);
      return open;
    },
    async stopSite(siteId: string) {
      await controllers.get(siteId)?.stop();
      controllers.delete(siteId);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...controllers.values()].map((controller) => controller.stop()));
    },
  };
}
