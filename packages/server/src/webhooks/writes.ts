import type { AnyWrite } from '../store/define-write.ts';
import { addWebhook, addWebhookSecret, changeWebhook, removeWebhook, replayWebhook } from './change-webhook.ts';
import { forgetDeliveries, noteDelivery } from './note-attempt.ts';

export const webhookWrites: readonly AnyWrite[] = [
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  forgetDeliveries,
  noteDelivery,
  removeWebhook,
  replayWebhook,
];
