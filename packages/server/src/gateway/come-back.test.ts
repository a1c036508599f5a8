import { expect, it } from 'vitest';
import { report, startTestGateway } from '../../testing/start-test-gateway.ts';

const CONTROLLERS = 1_000;
const AT_ONCE = 100;

it('a thousand controllers come back while their old connections are taken down', async () => {
  const gateway = await startTestGateway();
  const sites = await Promise.all(Array.from({ length: CONTROLLERS }, () => gateway.addSite()));
  const inGroups = async <Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>) => {
    const made: Made[] = [];
    for (let start = 0; start < items.length; start += AT_ONCE)
      made.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(make))));
    return made;
  };
  const old = await inGroups(sites, async (site) => {
    const controller = await gateway.connect(site);
    await report(controller, site, { session: 'old', sequence: 1 });
    return controller;
  });
  for (const controller of old) controller.stream.destroy();
  const back = await inGroups(sites, async (site) => {
    const controller = await gateway.connect(site);
    await report(controller, site, { session: 'new', sequence: 1 });
    return controller;
  });
  expect(back.filter(({ connected }) => !connected)).toEqual([]);
  // The end of an old connection is told after its successor is there; no look may find the site offline for it.
  for (const site of sites) {
    expect(await gateway.stateOf(site)).toMatchObject({ session: 'new', disconnected_at: null });
  }
  await gateway.stop();
});
