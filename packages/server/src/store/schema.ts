/** The tables, as both databases have them. Instants are milliseconds since 1970, booleans 0 or 1. */
export interface Database {
  store_state: StoreStateTable;
  site: SiteTable;
  site_state: SiteStateTable;
  set_command: SetCommandTable;
  batch: BatchTable;
  idempotency: IdempotencyTable;
  client: ClientTable;
  client_secret: ClientSecretTable;
  client_subject: ClientSubjectTable;
  site_grant: SiteGrantTable;
  signing_key: SigningKeyTable;
  controller_key: ControllerKeyTable;
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
  created_at: number;
  /** Grows by one with each batch. */
  version: number;
  state_hash: string;
}

/** What the controller reported last; no row before its first report. */
interface SiteStateTable {
  site_id: string;
  reported_at: number | null;
  disconnected_at: number | null;
  /** The Assets object as GET returns it. */
  assets: string | null;
}

/** One asset/type pair that is set: the very text that GET returns. */
interface SetCommandTable {
  site_id: string;
  asset: string;
  type: string;
  text: string;
  hash: string;
  version: number;
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
