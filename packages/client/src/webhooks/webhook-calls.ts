import {
  type AddWebhookRequest,
  type AddedWebhook,
  type ChangeWebhookRequest,
  PATHS,
  type Webhook,
  type WebhookDeliveryList,
  type WebhookList,
  type WebhookSecretResponse,
  type WebhookTestResult,
} from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** The webhooks of this client: for clients with the scope `fleet:webhooks`. */
export interface WebhookCalls {
  list(): Promise<WebhookList>;
  /** Registers an address. The secret in the answer is shown only once. */
  add(webhook: AddWebhookRequest): Promise<AddedWebhook>;
  read(webhookId: string): Promise<Webhook>;
  change(webhookId: string, change: ChangeWebhookRequest): Promise<Webhook>;
  remove(webhookId: string): Promise<void>;
  /** Makes another secret. For 24 h, messages are signed with both. */
  addSecret(webhookId: string): Promise<WebhookSecretResponse>;
  /** Sends a test message at once. */
  test(webhookId: string): Promise<WebhookTestResult>;
  /** Continues after an event, or with `oldest` from the beginning of the log. */
  replay(webhookId: string, after: string): Promise<Webhook>;
  /** One page of attempts, newest first. */
  deliveries(webhookId: string, page?: { limit?: number; cursor?: string }): Promise<WebhookDeliveryList>;
}

export function createWebhookCalls({ ask }: Connection): WebhookCalls {
  const path = PATHS.fleetWebhook;
  return {
    list: () => ask({ method: 'GET', path: PATHS.fleetWebhooks }),
    add: (body) => ask({ method: 'POST', path: PATHS.fleetWebhooks, body }),
    read: (webhookId) => ask({ method: 'GET', path, params: { webhookId } }),
    change: (webhookId, body) => ask({ method: 'PATCH', path, params: { webhookId }, body }),
    remove: (webhookId) => ask({ method: 'DELETE', path, params: { webhookId } }),
    addSecret: (webhookId) => ask({ method: 'POST', path: PATHS.fleetWebhookSecrets, params: { webhookId } }),
    test: (webhookId) => ask({ method: 'POST', path: PATHS.fleetWebhookTest, params: { webhookId } }),
    replay: (webhookId, after) =>
      ask({ method: 'POST', path: PATHS.fleetWebhookReplay, params: { webhookId }, body: { after } }),
    deliveries: (webhookId, query = {}) =>
      ask({ method: 'GET', path: PATHS.fleetWebhookDeliveries, params: { webhookId }, query }),
  };
}
