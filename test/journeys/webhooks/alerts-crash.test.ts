import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteId } from '@setpoint/contract';
import { expect, it, onTestFinished } from 'vitest';
import { addAlert } from '@setpoint/server/testing/rooms/alerts';
import { addSite } from '@setpoint/server/testing/rooms/registry';
import { beginWriter, openSqliteStore } from '@setpoint/server/testing/rooms/store';
import { WRITES_URL } from '@setpoint/server/testing/rooms/beside-the-rooms';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { startReceiver } from '@setpoint/server/testing/start-receiver';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

it('an alert is sent, signed and once, by the process that comes after a kill while it is under way', async () => {
  const receiver = await startReceiver(() => [SECRET]);
  onTestFinished(() => receiver.close());
  receiver.behave('hang');
  await using place = await placeWithAlert(receiver);
  await using service = await place.start();
  await lookUntil(
    async () => receiver.asked,
    (times) => times > 0,
  );
  await service.end('SIGKILL');
  receiver.behave('take');
  await using _service = await place.start();
  await receiver.until(1);
  expect(receiver.taken).toEqual([expect.objectContaining({ type: 'setpoint.alert.firing', isSigned: true })]);
});

/** A store in which the first look of a service finds what is to be told. */
async function placeWithAlert({ url, ca }: { readonly url: string; readonly ca: string }) {
  const folder = await makeTempDir();
  const databasePath = join(folder.path, 'setpoint.sqlite');
  const authorities = join(folder.path, 'authorities.pem');
  writeFileSync(authorities, ca);
  await writeAlert(databasePath, url);
  return {
    start: () =>
      startService({
        dataDir: folder.path,
        env: { NODE_EXTRA_CA_CERTS: authorities, SETPOINT_WEBHOOK_NETWORKS: '127.0.0.1' },
      }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function writeAlert(databasePath: string, target: string): Promise<void> {
  const store = await openSqliteStore({
    databasePath,
    writer: beginWriter(WRITES_URL),
    onFatal(cause) {
      throw cause;
    },
  });
  const now = Date.now();
  const controllerKey = { keyId: randomUUID(), keyHash: randomUUID() };
  const siteId = randomUUID() as string as SiteId;
  await store.write(addSite, { siteId, siteName: 'Nord', timeZone: 'UTC', controllerKey, now });
  const of = { condition: 'offline', minutes: 0, siteId: '', poolId: '' } as const;
  const to = { channel: 'webhook', target, secret: SECRET } as const;
  await store.write(addAlert, { ...of, ...to, alertId: randomUUID(), alertName: 'Offline', createdAt: now });
  await store.close();
}
