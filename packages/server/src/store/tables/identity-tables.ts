import type { Role } from '@setpoint/contract';
import { NEVER } from '../in-force.ts';
import { bigint, idIn, integer, or, orNull, text, textOf, table } from './table.ts';

export const identityTables = {
  client: table(
    {
      client_id: text,
      client_name: text,
      /** Separated by spaces. */
      scopes: text,
      is_enabled: integer,
      created_at: bigint,
      /** What callers and holders of roles share is kept of all of them here; a group never calls. */
      kind: or(textOf<'client' | 'person' | 'group'>(), 'client'),
      /** Counts its secrets: the newest has this number. */
      generation: or(bigint, 0),
      /** Tokens, sessions and links made with a secret of a lower number are over. */
      good_from: or(bigint, 0),
      /** So are the tokens that outside issuers made up to this instant. */
      ended_at: or(bigint, 0),
    },
    { key: ['client_id'], isByKey: true },
  ),
  client_secret: table(
    {
      secret_hash: text,
      client_id: idIn('client'),
      created_at: bigint,
      generation: or(bigint, 0),
      ends_at: or(bigint, NEVER),
    },
    { key: ['secret_hash'], indexes: { client_secret_by_client: '(client_id, created_at)' } },
  ),
  client_subject: table(
    {
      issuer: text,
      subject: text,
      client_id: idIn('client'),
    },
    { key: ['issuer', 'subject'], indexes: { client_subject_by_client: '(client_id)' } },
  ),
  site_grant: table(
    {
      client_id: idIn('client'),
      /** `*` for all sites. */
      site_id: text,
      can_schedule: integer,
      ends_at: or(bigint, NEVER),
      /** What a person or a group is there; null for a client. */
      role: orNull(textOf<Role>()),
    },
    { key: ['client_id', 'site_id'], indexes: { site_grant_by_site: '(site_id)' }, isByKey: true },
  ),
  signing_key: table(
    {
      kid: text,
      private_jwk: text,
      public_jwk: text,
      created_at: bigint,
    },
    { key: ['kid'] },
  ),
  /** Seals the audit log, and signs no token. */
  sealing_key: table(
    {
      kid: text,
      private_jwk: text,
      public_jwk: text,
      created_at: bigint,
    },
    { key: ['kid'] },
  ),
  controller_key: table(
    {
      key_id: text,
      site_id: idIn('site'),
      key_hash: text,
      created_at: bigint,
      last_used_at: orNull(bigint),
      ends_at: or(bigint, NEVER),
      /** Of the certificates that it is bound to, separated by spaces. */
      thumbprints: or(text, ''),
    },
    { key: ['key_id'], unique: [['key_hash']], indexes: { controller_key_by_site: '(site_id, created_at)' } },
  ),
};
