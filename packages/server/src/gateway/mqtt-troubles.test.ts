import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeSecret } from '../identity/make-secret.ts';
import { startTestGateway, type TestGateway, type TestSite } from '../testing/start-test-gateway.ts';

let gateway: TestGateway;
let site: TestSite;

beforeAll(async () => {
  gateway = await startTestGateway();
}, 60_000);
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
