import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeSecret } from '../identity/make-secret.ts';
import {
  report,
  startTestGateway,
  subscribeToOrders,
  type TestGateway,
  type TestSite,
} from '../../testing/start-test-gateway.ts';

let gateway: TestGateway;
let site: TestSite;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  site = await gateway.addSite();
});

function untilKept(code: string): Promise<void> {
  return gateway.untilState(site, ({ troubles }) => String(troubles).includes(code));
}

it('a login without a valid key is seen on the site that it names', async () => {
  const stranger = { clientId: site.siteId, username: site.siteId, password: makeSecret('sck_').text };
  await expect(gateway.open(stranger)).rejects.toThrow('Bad username or password');
  await untilKept('login_refused');
});

it('a subscription that is refused is seen on the site', async () => {
  const controller = await gateway.connect(site);
  await expect(controller.subscribeAsync('sites/v1/+/schedule')).rejects.toThrow('Subscribe error');
  await untilKept('subscription_refused');
});

it('two controllers with one key are seen on the site', async () => {
  for (let each = 0; each < 5; each += 1) await gateway.connect(site);
  await untilKept('two_controllers');
});

it('orders that are taken by word alone are seen on the site, once that was said twice', async () => {
  const troubles = async () => String((await gateway.stateOf(site))?.['troubles']);
  const takes = ['orders'];
  const deaf = await gateway.connect(site);
  await report(deaf, site, { sequence: 1, takes });
  expect(await troubles()).toBe('null');
  await report(deaf, site, { sequence: 2, takes });
  expect(await troubles()).toContain('orders_not_taken');

  site = await gateway.addSite();
  const controller = await gateway.connect(site);
  await report(controller, site, { sequence: 1, takes });
  await subscribeToOrders(controller, site);
  await report(controller, site, { sequence: 2, takes });
  expect(await troubles()).toBe('null');
  await controller.unsubscribeAsync(`sites/v1/${site.siteId}/order`);
  await report(controller, site, { sequence: 3, takes });
  expect(await troubles()).toContain('orders_not_taken');
});

it('orders that a controller does not take up are no trouble', async () => {
  const controller = await gateway.connect(site);
  for (const sequence of [1, 2, 3]) await report(controller, site, { sequence, takes: ['later'] });
  expect((await gateway.stateOf(site))?.['troubles']).toBeNull();
});
