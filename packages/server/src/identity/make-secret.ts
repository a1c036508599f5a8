import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A credential that is shown once: its text goes to its owner, its hash into the store. */
export interface Secret {
  readonly text: string;
  readonly hash: string;
}

/** Tells people, and tools that look for leaked secrets, what they have before them. */
export type SecretPrefix = 'sck_' | 'scs_' | 'scl_' | 'scw_' | 'sct_';

export function makeSecret(prefix: SecretPrefix): Secret {
  const text = prefix + randomBytes(SECRET_BYTES).toString('base64url');
  return { text, hash: hashSecret(text) };
}

export function hashSecret(text: string): string {
  return hash('sha256', text, 'hex');
}
