import type { AnyWrite } from '../store/define-write.ts';
import { addWebhook, addWebhookSecret, changeWebhook, removeWebhook, replayWebhook } from './change-webhook.ts';
import { cutAttempts, forgetAttempts, noteAttempt, noteTrial } from './note-attempt.ts';

export const webhookWrites: readonly AnyWrite[] = [
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  cutAttempts,
  forgetAttempts,
  noteAttempt,
  noteTrial,
  removeWebhook,
  replayWebhook,
];
