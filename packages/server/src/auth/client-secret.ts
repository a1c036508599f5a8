import { hash, randomBytes } from 'node:crypto';

export interface ClientSecret {
  /** Shown once. */
  readonly secret: string;
  readonly secretHash: string;
}

export function createClientSecret(): ClientSecret {
  const secret = `scs_${randomBytes(32).toString('base64url')}`;
  return { secret, secretHash: hashSecret(secret) };
}

// 256 random bits need no salt and no slow hash: there is nothing to guess.
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
