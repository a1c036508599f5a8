import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';

const NAME = `Zoned ${randomUUID().slice(0, 8)}`;
const HOUR_MS = 3_600_000;

describeConsole('the times of the fleet', (inConsole) => {
  it('say their zone where the sites lie in several, and none where they lie in one', async () => {
    const { operator } = inConsole.world;
    const entry = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + HOUR_MS).toISOString(), value: 20 };
    const siteIds: string[] = [];
    for (const timeZone of ['Europe/Berlin', 'Asia/Kolkata']) {
      const { siteId } = await operator.registry.addSite({ siteName: `${NAME} ${timeZone}`, timeZone });
      await operator.setSchedules(siteId, [{ asset: 'grid', type: 'activePowerkW', entries: [entry] }]);
      siteIds.push(siteId);
    }
    const timesSeenWith = async (seen: readonly string[], zone: RegExp) => {
      const page = await inConsole.signIn({ credentials: await addClient(inConsole.world, { siteIds: seen }) });
      const times = page.getByTitle(zone);
      await times.first().waitFor();
      return times.count();
    };
    await expect(timesSeenWith(siteIds, /until \d\d:\d\d (?:CES?T|GMT\+5:30)$/)).resolves.toBe(2);
    await expect(timesSeenWith(siteIds.slice(0, 1), /until \d\d:\d\d$/)).resolves.toBe(1);
  });
});
