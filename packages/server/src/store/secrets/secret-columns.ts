/** A column of which each value is a secret. */
export interface SecretColumn {
  readonly table: string;
  readonly column: string;
  /** What its rows are found by. */
  readonly key: readonly string[];
}

/** Where secrets are stored that the service needs as they are; of all others it keeps a hash. */
export const SECRET_COLUMNS = [
  { table: 'signing_key', column: 'private_jwk', key: ['kid'] },
  { table: 'sealing_key', column: 'private_jwk', key: ['kid'] },
  { table: 'webhook', column: 'url', key: ['webhook_id'] },
  { table: 'webhook_secret', column: 'secret', key: ['webhook_id', 'created_at'] },
] as const satisfies readonly SecretColumn[];
