import {
  type AddWebhookRequest,
  type AddWebhookResponse,
  type ChangeWebhookRequest,
  PATHS,
  type Webhook,
  type WebhookDeliveryList,
  type WebhookList,
  type WebhookSecretResponse,
  type WebhookTestResult,
} from '@setpoint/contract';
import type { Send } from '../http/call.ts';

/** The webhooks of this client: for clients with the scope `fleet:webhooks`. */
export interface WebhookCalls {
  list(): Promise<WebhookList>;
  /** Registers an address; the secret in the answer is shown this once. */
  add(webhook: AddWebhookRequest): Promise<AddWebhookResponse>;
  read(webhookId: string): Promise<Webhook>;
  change(webhookId: string, change: ChangeWebhookRequest): Promise<Webhook>;
  remove(webhookId: string): Promise<void>;
  /** Makes another secret; messages are signed with both for a while. */
  addSecret(webhookId: string): Promise<WebhookSecretResponse>;
  /** Sends a test message at once. */
  test(webhookId: string): Promise<WebhookTestResult>;
  /** Goes on after an event, or after `oldest` from the beginning of the log. */
  replay(webhookId: string, after: string): Promise<Webhook>;
  /** The latest attempts; a cursor leads to those before them. */
  deliveries(webhookId: string, page?: { limit?: number; cursor?: string }): Promise<WebhookDeliveryList>;
}

export function createWebhookCalls(send: Send): WebhookCalls {
  const at = (webhookId: string) => ({ params: { webhookId } });
  return {
    list: async () => (await send({ method: 'GET', path: PATHS.fleetWebhooks })).body as WebhookList,
    add: async (body) => (await send({ method: 'POST', path: PATHS.fleetWebhooks, body })).body as AddWebhookResponse,
    read: async (id) => (await send({ method: 'GET', path: PATHS.fleetWebhook, ...at(id) })).body as Webhook,
    change: async (id, body) =>
      (await send({ method: 'PATCH', path: PATHS.fleetWebhook, ...at(id), body })).body as Webhook,
    remove: async (id) => void (await send({ method: 'DELETE', path: PATHS.fleetWebhook, ...at(id) })),
    addSecret: async (id) =>
      (await send({ method: 'POST', path: PATHS.fleetWebhookSecrets, ...at(id) })).body as WebhookSecretResponse,
    test: async (id) =>
      (await send({ method: 'POST', path: PATHS.fleetWebhookTest, ...at(id) })).body as WebhookTestResult,
    replay: async (id, after) =>
      (await send({ method: 'POST', path: PATHS.fleetWebhookReplay, ...at(id), body: { after } })).body as Webhook,
    deliveries: async (id, query = {}) =>
      (await send({ method: 'GET', path: PATHS.fleetWebhookDeliveries, ...at(id), query })).body as WebhookDeliveryList,
  };
}
