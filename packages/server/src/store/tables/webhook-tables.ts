import type { AlertChannel } from '@setpoint/contract';
import { bigint, idIn, integer, orNull, text, textOf, table } from './table.ts';

export const webhookTables = {
  /** Where a client or an alert wants events to be sent, and how far that has come. */
  webhook: table(
    {
      webhook_id: text,
      /** null for an alert, whose id is that of the webhook. */
      client_id: orNull(idIn('client')),
      channel: textOf<AlertChannel>(),
      /** Where it goes: the address of a mailbox for e-mail, the routing key for PagerDuty. */
      url: text,
      /** Separated by commas; empty for every type. */
      types: text,
      created_at: bigint,
      is_parked: integer,
      /** The last event that was taken or passed over. */
      epoch: bigint,
      tx: bigint,
      n: integer,
      k: integer,
      /** The id of the last event that an alert has to send; null for a client, which gets what comes. */
      last_event_id: orNull(text),
      /** Raised by a replay: what was under way before it counts no more. */
      turn: integer,
      /** Failed attempts on the next event, since when, and when it is tried again. */
      attempt: integer,
      failing_since: orNull(bigint),
      next_at: bigint,
    },
    { key: ['webhook_id'], indexes: { webhook_by_client: '(client_id, created_at)' } },
  ),
  /** What messages are signed with: needed as it is, so it is stored as it is. */
  webhook_secret: table(
    {
      webhook_id: idIn('webhook'),
      secret: text,
      created_at: bigint,
      good_until: bigint,
    },
    { key: ['webhook_id', 'secret'] },
  ),
  webhook_delivery: table(
    {
      webhook_id: idIn('webhook'),
      /** Grows with time. */
      delivery_id: text,
      event_id: text,
      type: text,
      attempt: integer,
      at: bigint,
      status: orNull(integer),
      ms: integer,
      error: orNull(text),
    },
    { key: ['webhook_id', 'delivery_id'], indexes: { webhook_delivery_by_age: '(at)' } },
  ),
};
