import type { Role } from '@setpoint/contract';
import type { Generated } from 'kysely';

export interface IdentityTables {
  client: ClientTable;
  client_secret: ClientSecretTable;
  client_subject: ClientSubjectTable;
  site_grant: SiteGrantTable;
  signing_key: SigningKeyTable;
  /** Seals the audit log, and signs no token. */
  sealing_key: SigningKeyTable;
  controller_key: ControllerKeyTable;
}

interface ClientTable {
  client_id: string;
  client_name: string;
  /** Separated by spaces. */
  scopes: string;
  is_enabled: number;
  created_at: number;
  /** What callers and holders of roles share is kept of all of them here; a group never calls. */
  kind: Generated<'client' | 'person' | 'group'>;
  /** Counts its secrets: the newest has this number. */
  generation: Generated<number>;
  /** Tokens, sessions and links made with a secret of a lower number are over. */
  good_from: Generated<number>;
  /** So are the tokens that outside issuers made up to this instant. */
  ended_at: Generated<number>;
}

interface ClientSecretTable {
  secret_hash: string;
  client_id: string;
  created_at: number;
  generation: Generated<number>;
  ends_at: Generated<number>;
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
  ends_at: Generated<number>;
  /** What a person or a group is there; null for a client. */
  role: Generated<Role | null>;
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
  ends_at: Generated<number>;
  /** Of the certificates that it is bound to, separated by spaces. */
  thumbprints: Generated<string>;
}
