export interface WebhookTables {
  webhook: WebhookTable;
  webhook_secret: WebhookSecretTable;
  webhook_delivery: WebhookDeliveryTable;
}

/** Where a client wants events to be sent, and how far that has come. */
interface WebhookTable {
  webhook_id: string;
  client_id: string;
  url: string;
  /** Separated by commas; empty for every type. */
  types: string;
  /** How its messages are written. */
  format: string;
  created_at: number;
  is_parked: number;
  /** The last event that was taken or passed over. */
  epoch: number;
  tx: number;
  n: number;
  k: number;
  /** Raised by a replay: what was under way before it counts no more. */
  turn: number;
  /** Failed attempts on the next event, since when, and when it is tried again. */
  attempt: number;
  failing_since: number | null;
  next_at: number;
}

/** What messages are signed with: needed as it is, so it is stored as it is. */
interface WebhookSecretTable {
  webhook_id: string;
  secret: string;
  created_at: number;
  good_until: number;
}

interface WebhookDeliveryTable {
  webhook_id: string;
  /** Grows with time. */
  delivery_id: string;
  event_id: string;
  type: string;
  attempt: number;
  at: number;
  status: number | null;
  ms: number;
  error: string | null;
}
