import type { AlertChannel, AlertCondition } from '@setpoint/contract';
import { bigint, idIn, integer, text, textOf, table } from './table.ts';

export const alertTables = {
  alert_rule: table(
    {
      alert_id: text,
      alert_name: text,
      condition: textOf<AlertCondition>(),
      minutes: integer,
      /** Empty for a pool or all sites. */
      site_id: text,
      /** Empty for a site or all sites. */
      pool_id: text,
      channel: textOf<AlertChannel>(),
      target: text,
      /** What messages to a webhook are signed with; empty for others. */
      secret: text,
      last_error: text,
      created_at: bigint,
    },
    { key: ['alert_id'] },
  ),
  /** What a rule is firing for now. */
  alert_firing: table(
    {
      alert_id: idIn('alert_rule'),
      subject_id: text,
      subject_name: text,
      since: bigint,
      /** Whether there is or was a message of it. */
      is_told: integer,
    },
    { key: ['alert_id', 'subject_id'] },
  ),
  /** What was not taken yet. */
  alert_message: table(
    {
      message_id: text,
      alert_id: idIn('alert_rule'),
      /** A JSON object, see `AlertMessage`. */
      body: text,
      created_at: bigint,
      attempts: integer,
      next_at: bigint,
    },
    {
      key: ['message_id'],
      indexes: { alert_message_by_next: '(next_at)', alert_message_by_alert: '(alert_id, created_at, message_id)' },
    },
  ),
};
