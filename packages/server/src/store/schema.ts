import type { Generated } from 'kysely';

/** The tables, as both databases have them. Instants are milliseconds since 1970, booleans 0 or 1. */
export interface Database {
  store_state: StoreStateTable;
  site: SiteTable;
  site_state: SiteStateTable;
  set_command: SetCommandTable;
  batch: BatchTable;
  /** PostgreSQL alone: what has no partition of its own. */
  batch_other: BatchTable;
  kept_state: KeptStateTable;
  event: EventTable;
  event_log: EventLogTable;
  plan_mark: PlanMarkTable;
  webhook: WebhookTable;
  webhook_secret: WebhookSecretTable;
  webhook_delivery: WebhookDeliveryTable;
  idempotency: IdempotencyTable;
  client: ClientTable;
  client_secret: ClientSecretTable;
  client_subject: ClientSubjectTable;
  site_grant: SiteGrantTable;
  signing_key: SigningKeyTable;
  controller_key: ControllerKeyTable;
  device_tree: DeviceTreeTable;
  applied_version: AppliedVersionTable;
  measurement: MeasurementTable;
  /** PostgreSQL alone: what has no partition of its own. */
  measurement_other: MeasurementTable;
  rate_count: RateCountTable;
  node: NodeTable;
  site_following: SiteFollowingTable;
  cleared_command: ClearedCommandTable;
  sign_in_link: SignInLinkTable;
  console_session: ConsoleSessionTable;
  hold: HoldTable;
  site_hold: SiteHoldTable;
}

/** One row: the epoch of this store, raised by a restore, and the instant of the last write probe. */
interface StoreStateTable {
  id: number;
  epoch: number;
  probed_at: number;
}

interface SiteTable {
  site_id: string;
  site_name: string;
  time_zone: string;
  notes: Generated<string>;
  created_at: number;
  /** Grows by one with each batch, and when a hold begins or ends. */
  version: number;
  state_hash: string;
  /** Up to when it is told what became of entries, and when something becomes of one next; null for never. */
  told_to: Generated<number>;
  next_at: number | null;
  /** Up to when entries of setpoints are judged, and when one can be next. */
  judged_to: Generated<number>;
  judge_at: number | null;
}

/** What the controller reported last; no row before its first report, good or bad. */
interface SiteStateTable {
  site_id: string;
  reported_at: number | null;
  disconnected_at: number | null;
  /** The Assets object as GET returns it. */
  assets: string | null;
  session: string | null;
  sequence: number | null;
  /** A JSON array, the latest first. */
  replaced_sessions: Generated<string>;
  /** The revision that the controller says it applied, whatever it means. */
  revision: string | null;
  /** A JSON array of what of that revision it cannot do. */
  rejected: Generated<string>;
  /** By how much its clock is behind this service's. */
  clock_offset_ms: number | null;
  protocol_errors: Generated<number>;
  protocol_error: string | null;
  protocol_error_at: number | null;
  /** What the event log said last of the site: that it is online, or that it is not. */
  is_announced_online: Generated<number>;
  /** What a plan follows from of the devices, without what changes all the time. */
  ratings: Generated<string>;
}

/** The device tree reported last; apart from the state, which is read far more often. */
interface DeviceTreeTable {
  site_id: string;
  tree: string;
}

/** When a version was first reported as applied; versions that were skipped have no row. */
interface AppliedVersionTable {
  site_id: string;
  epoch: number;
  version: number;
  applied_at: number;
}

/** The means of one site over one stretch of 1 or 15 minutes. */
interface MeasurementTable {
  site_id: string;
  minutes: number;
  slot_at: number;
  /** A JSON object by asset, see `addToMeans`. */
  means: string;
}

/** The batch that cleared a pair last; void once the pair was set again. */
interface ClearedCommandTable {
  site_id: string;
  asset: string;
  type: string;
  version: number;
  batch_id: string;
}

/** One asset/type pair that is set: the very text that GET returns. */
interface SetCommandTable {
  site_id: string;
  asset: string;
  type: string;
  text: string;
  hash: string;
  version: number;
  /** Of that version: the log is large, and nobody who sets a schedule looks into it. */
  batch_id: string;
  /** Which batch each entry was first set by, see `carryFirstSet`. */
  first_set: Generated<string>;
  /** Who set it last. */
  client_id: string;
  /** The last hold of it that is over: from when, until when, and the version that let it go. */
  held_at: Generated<number | null>;
  released_at: Generated<number | null>;
  released_version: Generated<number | null>;
}

/** Stops what was asked for: on one site or asset, or everywhere what one client or anybody set. */
interface HoldTable {
  hold_id: string;
  /** null for all sites. */
  site_id: string | null;
  asset: string | null;
  /** null for what anybody set. */
  client_id: string | null;
  reason: string | null;
  made_by: string;
  is_operators: number;
  created_at: number;
  /** All sites up to this one have been looked at. */
  walked_to: Generated<string>;
  applied_at: number | null;
  released_by: Generated<string | null>;
  released_at: Generated<number | null>;
}

/** A hold as it lies on one site: what is in force there, and from which version on. */
interface SiteHoldTable {
  hold_id: string;
  site_id: string;
  asset: string | null;
  client_id: string | null;
  version: number;
  held_at: number;
}

interface BatchTable {
  batch_id: string;
  site_id: string;
  epoch: number;
  version: number;
  client_id: string;
  accepted_at: number;
  accepted: number;
  /** A JSON array of the commands as they were changed; an empty one cleared its pair. */
  commands: string;
  state_hash: string;
  /** Of a call that set many sites. */
  parent_id: Generated<string | null>;
}

/** All that was set after some version: from the one before it, any version is a few batches away. */
interface KeptStateTable {
  site_id: string;
  epoch: number;
  version: number;
  accepted_at: number;
  /** Whether the batches up to this version were let go of: nothing before it is known any more. */
  is_first: number;
  /** A JSON array of the set commands as GET returns them. */
  commands: string;
}

/**
 * What happened, in the order of commits. PostgreSQL commits out of order: there `tx` is the number of the transaction,
 * and only those below the oldest running one are handed out. With one writer, `tx` counts.
 */
interface EventTable {
  epoch: number;
  tx: number;
  /** Counts within the transaction. */
  n: number;
  /** When it was written, by which it is let go of. */
  at: number;
  site_id: string;
  /** A JSON array of events, each with `type`, `at` and `data`. */
  events: string;
}

/** One row: the last event that was let go of. */
interface EventLogTable {
  id: number;
  forgotten_epoch: number;
  forgotten_tx: number;
  forgotten_n: number;
}

/** Which issues the plan of a site had, when it was looked at last, and of what. */
interface PlanMarkTable {
  site_id: string;
  looked_at: number;
  version: number;
  /** When to look again though nothing else changed. */
  again_at: number;
  ratings: string;
  /** A JSON array, see `issuesOf`. */
  issues: string;
}

/** Where a client wants events to be sent, and how far that has come. */
interface WebhookTable {
  webhook_id: string;
  client_id: string;
  url: string;
  /** Separated by commas; empty for every type. */
  types: string;
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

interface IdempotencyTable {
  client_id: string;
  key: string;
  site_id: string;
  request_hash: string;
  batch_id: string;
  accepted: number;
  version: number;
  created_at: number;
}

interface ClientTable {
  client_id: string;
  client_name: string;
  /** Separated by spaces. */
  scopes: string;
  is_enabled: number;
  created_at: number;
}

interface ClientSecretTable {
  secret_hash: string;
  client_id: string;
  created_at: number;
}

interface ClientSubjectTable {
  issuer: string;
  subject: string;
  client_id: string;
}

interface SiteGrantTable {
  client_id: string;
  /** `*` for all sites. */
  site_id: string;
  can_schedule: number;
}

interface SigningKeyTable {
  kid: string;
  private_jwk: string;
  public_jwk: string;
  created_at: number;
}

interface ControllerKeyTable {
  key_id: string;
  site_id: string;
  key_hash: string;
  created_at: number;
  last_used_at: number | null;
}

/** A way into the console that was handed out and not used yet. */
interface SignInLinkTable {
  link_hash: string;
  client_id: string;
  /** Separated by spaces. */
  scopes: string;
  expires_at: number;
}

/** Somebody who is signed in to the console. */
interface ConsoleSessionTable {
  session_hash: string;
  client_id: string;
  /** Separated by spaces. */
  scopes: string;
  used_at: number;
  ends_at: number;
}

/** How often somebody did something in one minute, counted by all nodes together. */
interface RateCountTable {
  minute: number;
  key: string;
  count: number;
}

/** Of each asset of a site the latest entry of its setpoint that was judged to its end. */
interface SiteFollowingTable {
  site_id: string;
  asset: string;
  end_at: number;
  /** A JSON object, see `LatestFollowing`. */
  judged: string;
}

/** One process of the service. */
interface NodeTable {
  node_id: string;
  node_name: string;
  seen_at: number;
  /** A JSON object, see `ToldNode`. */
  told: string;
}
