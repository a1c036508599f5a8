export interface IdentityTables {
  client: ClientTable;
  client_secret: ClientSecretTable;
  client_subject: ClientSubjectTable;
  site_grant: SiteGrantTable;
  signing_key: SigningKeyTable;
  controller_key: ControllerKeyTable;
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
