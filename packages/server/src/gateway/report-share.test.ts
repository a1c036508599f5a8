import { siteTopic } from '@setpoint/contract';
import { it } from 'vitest';
import { reportText, startTestGateway } from '../../testing/start-test-gateway.ts';
import { testBudget } from '../../testing/test-budget.ts';

it.each([
  ['reports', { keyCallsPerMinute: 1 }],
  ['bytes', { keyBytesPerMinute: 80 }],
])('a controller that sends more %s than its share is cut, and people see why', async (_what, share) => {
  const gateway = await startTestGateway({ budget: testBudget(share) });
  try {
    const [site, other] = [await gateway.addSite(), await gateway.addSite()];
    const [client, good] = [await gateway.connect(site), await gateway.connect(other)];
    const topic = siteTopic(site.siteId, 'report');
    await client.publishAsync(topic, reportText({ sequence: 1 }), { qos: 1 });
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    for (const sequence of [2, 3]) client.publish(topic, reportText({ sequence }), { qos: 1 }, () => undefined);
    await closed;
    await gateway.untilState(site, (state) => String(state['protocol_error']).includes('share'));
    await good.publishAsync(siteTopic(other.siteId, 'report'), reportText({ sequence: 1 }), { qos: 1 });
  } finally {
    await gateway.stop();
  }
});
