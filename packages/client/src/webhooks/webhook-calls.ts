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
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import type { Unchanged } from '../http/unchanged.ts';

/** The webhooks of this client: for clients with the scope `fleet:webhooks`. */
export interface WebhookCalls {
  list(options?: CallOptions): Promise<WebhookList>;
  /** Registers an address. The secret in the answer is shown only once. */
  add(webhook: Unchanged<AddWebhookRequest>, options?: CallOptions): Promise<AddedWebhook>;
  read(webhookId: string, options?: CallOptions): Promise<Webhook>;
  change(webhookId: string, change: Unchanged<ChangeWebhookRequest>, options?: CallOptions): Promise<Webhook>;
  remove(webhookId: string, options?: CallOptions): Promise<void>;
  /** Makes another secret. For 24 h, messages are signed with both. */
  addSecret(webhookId: string, options?: CallOptions): Promise<WebhookSecretResponse>;
  /** Sends a test message at once. */
  test(webhookId: string, options?: CallOptions): Promise<WebhookTestResult>;
  /** Continues after an event, or with `oldest` from the beginning of the log. */
  replay(webhookId: string, after: string, options?: CallOptions): Promise<Webhook>;
  /** One page of attempts, newest first. */
  deliveries(
    webhookId: string,
    page?: { limit?: number; cursor?: string },
    options?: CallOptions,
  ): Promise<WebhookDeliveryList>;
}

export function createWebhookCalls({ ask }: Connection): WebhookCalls {
  const path = PATHS.fleetWebhook;
  return {
    list: (options) => ask({ method: 'GET', path: PATHS.fleetWebhooks }, options),
    add: (body, options) => ask({ method: 'POST', path: PATHS.fleetWebhooks, body }, options),
    read: (webhookId, options) => ask({ method: 'GET', path, params: { webhookId } }, options),
    change: (webhookId, body, options) => ask({ method: 'PATCH', path, params: { webhookId }, body }, options),
    remove: (webhookId, options) => ask({ method: 'DELETE', path, params: { webhookId } }, options),
    addSecret: (webhookId, options) =>
      ask({ method: 'POST', path: PATHS.fleetWebhookSecrets, params: { webhookId } }, options),
    test: (webhookId, options) => ask({ method: 'POST', path: PATHS.fleetWebhookTest, params: { webhookId } }, options),
    replay: (webhookId, after, options) =>
      ask({ method: 'POST', path: PATHS.fleetWebhookReplay, params: { webhookId }, body: { after } }, options),
    deliveries: (webhookId, query = {}, options) =>
      ask({ method: 'GET', path: PATHS.fleetWebhookDeliveries, params: { webhookId }, query }, options),
  };
}
