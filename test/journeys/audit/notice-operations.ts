import { addAlert, changeAlert, removeAlert } from '@setpoint/server/testing/rooms/alerts';
import { numberedId } from '@setpoint/server/testing/numbered-id';
import type { Deed } from '@setpoint/server/testing/rooms/trail';
import {
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  removeWebhook,
  replayWebhook,
} from '@setpoint/server/testing/rooms/webhooks';
import { clientOf, type Operation, poolOf, siteOf, type Step } from './step.ts';

const POSITION = { epoch: 1, tx: 0, n: 0, k: 0 };
const SECRET_GOOD_MS = 50;

/** What is told to others: webhooks and alerts. */
export function noticeOperations(by: Deed): readonly Operation[] {
  return [
    (store, step, now) => {
      const [secret, mostWebhooks] = [`secret ${now}`, 3];
      const webhook = { ...webhookOf(step), url: urlOf(step), types: '' };
      return store.write(addWebhook, { ...webhook, secret, position: POSITION, mostWebhooks, now, by });
    },
    (store, step) => {
      const types = step.flag ? 'site.online,site.offline' : '';
      return store.write(changeWebhook, { ...webhookOf(step), url: urlOf(step), types, by });
    },
    (store, step) => store.write(removeWebhook, { ...webhookOf(step), by }),
    (store, step, now) => {
      const goodUntil = now + SECRET_GOOD_MS;
      return store.write(addWebhookSecret, { ...webhookOf(step), secret: `more ${now}`, goodUntil, now, by });
    },
    (store, step) => store.write(replayWebhook, { ...webhookOf(step), position: POSITION, by }),
    (store, step, now) =>
      store.write(addAlert, {
        alertId: alertOf(step),
        alertName: 'Offline',
        condition: 'offline',
        minutes: 10,
        ...coveredBy(step),
        channel: 'email',
        target: 'ada@example.com',
        secret: '',
        createdAt: now,
        by,
      }),
    (store, step) => {
      const change = { alertName: step.flag ? 'Away' : 'Gone', minutes: 5 + step.site, ...coveredBy(step) };
      return store.write(changeAlert, { alertId: alertOf(step), change, by });
    },
    (store, step) => store.write(removeAlert, { alertId: alertOf(step), by }),
  ];
}

function webhookOf({ client }: Step) {
  return { clientId: clientOf(client), webhookId: numberedId(client + 61) };
}

function urlOf({ flag }: Step): string {
  return flag ? 'https://one.example/hook' : 'https://two.example/hook';
}

function alertOf({ client }: Step): string {
  return numberedId(client + 91);
}

// All sites, one, or a pool.
function coveredBy({ site, flag }: Step) {
  if (site === 0) return { siteId: '', poolId: '' };
  return flag ? { siteId: siteOf(site), poolId: '' } : { siteId: '', poolId: poolOf(site) };
}
