import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SiteId } from '@setpoint/contract';
import { expect } from 'vitest';
import { addAlert, type AddAlertInput } from '../src/alerts/add-alert.ts';
import { lookAtAlerts } from '../src/alerts/alerts-room.ts';
import { createAttemptLog } from '../src/webhooks/attempt-log.ts';
import { attemptNext } from '../src/webhooks/attempt-next.ts';
import { listAllWebhooks, listAttempts } from '../src/webhooks/read-webhook.ts';
import type { EventSending } from '../src/webhooks/send-event.ts';
import { isBehind } from '../src/webhooks/webhook-metrics.ts';
import { createIdMaker } from '../src/platform/create-id-maker.ts';
import { newSite as addedSite } from './new-site.ts';
import { numberedId } from './numbered-id.ts';
import { ofTest } from './of-tests.ts';
import { storeOfTest, type StoreKind } from './open-test-store.ts';
import { startReceiver } from './start-receiver.ts';

const MINUTE_MS = 60_000;
/** For tests: what messages to webhooks are signed with. */
export const SECRET = `whsec_${Buffer.alloc(32, 'x').toString('base64')}`;

/** For tests: ten minutes after a site was added that was never heard of, and who gets the messages of alerts. */
export async function openAlertWorld(kind: StoreKind) {
  const { store, query } = await storeOfTest(kind);
  const hook = await ofTest(startReceiver(() => [SECRET]));
  const clock = { now: 0 };
  const siteId = numberedId(11) as SiteId;
  const alertId = numberedId(1);
  await newSite(siteId, 'Nord');
  // Reads of one turn share a snapshot, which what is written past the store does not end.
  const write = async (text: string) => {
    await query(text);
    await nextTurn();
  };
  clock.now = 10 * MINUTE_MS;

  function newSite(newId: SiteId, siteName: string): Promise<SiteId> {
    return addedSite(store, 0, { siteId: newId, siteName });
  }

  const sending: EventSending = {
    isAllowed: () => true,
    timeoutMs: 20_000,
    lookUp: async () => [{ address: '127.0.0.1', family: 4 }],
    ca: hook.ca,
    mailing: undefined,
    publicUrl: 'https://setpoint.example.com',
    pagerDutyUrl: hook.urlOf('pager'),
  };
  const known = { store, tail: { after: () => undefined }, now: () => clock.now, makeId: createIdMaker(Date.now) };
  const feeding = { ...known, sending, attempts: createAttemptLog({ store, mostKept: 100 }) };

  const due = async () => {
    const webhooks = await store.read(listAllWebhooks, {});
    return webhooks.filter((one) => one.nextAt <= clock.now && isBehind(one, { end: () => expect.unreachable() }));
  };

  return {
    store,
    hook,
    clock,
    siteId,
    alertId,
    sending,
    due,
    newSite,
    /** Of sites that are offline for ten minutes, to a Slack hook, unless it says otherwise. */
    async newAlert(more: Partial<AddAlertInput> = {}): Promise<void> {
      const of = { condition: 'offline', minutes: 10, siteId: '', poolId: '' } as const;
      const to = { channel: 'slack', target: hook.urlOf('hook'), secret: '' } as const;
      await store.write(addAlert, { ...of, ...to, alertId, alertName: 'Dispatch', createdAt: 0, ...more });
    },
    look: (isJustAwake = false) =>
      lookAtAlerts({ store, now: () => clock.now, isJustAwake: () => isJustAwake, offlineAfterMs: 90_000 }),
    /** A controller says something, now. */
    async hear(heardId: SiteId): Promise<void> {
      await write(`INSERT INTO site_state (site_id, reported_at) VALUES ('${heardId}', ${clock.now})
        ON CONFLICT (site_id) DO UPDATE SET reported_at = ${clock.now}`);
    },
    query: write,
    /** Sends what is due, and what follows it. */
    async sendDue(by: Partial<EventSending> = {}): Promise<void> {
      const running = {
        ...feeding,
        sending: { ...sending, ...by },
        countAttempt: () => undefined,
        isOver: () => false,
      };
      for (let webhooks = await due(); webhooks.length > 0; webhooks = await due()) {
        await Promise.all(webhooks.map((webhook) => attemptNext(running, webhook)));
      }
    },
    async lastError(): Promise<string | null | undefined> {
      const [latest] = await store.read(listAttempts, { webhookId: alertId, before: '~', limit: 1 });
      return latest?.error;
    },
  };
}
