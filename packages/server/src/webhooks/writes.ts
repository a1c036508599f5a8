import type { AnyWrite } from '../store/define-write.ts';
import { addWebhook, addWebhookSecret, changeWebhook, removeWebhook, replayWebhook } from './change-webhook.ts';
import { forgetAttempts, noteAttempt } from './note-attempt.ts';

export const webhookWrites: readonly AnyWrite[] = [
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  forgetAttempts,
  noteAttempt,
  removeWebhook,
  replayWebhook,
];
