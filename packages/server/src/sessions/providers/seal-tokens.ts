import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a provider gave for a session. */
export interface ProviderTokens {
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Closes tokens of a provider with the secret of a session, of which the store has the hash alone. */
export function sealTokens(tokens: ProviderTokens, sessionSecret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(sessionSecret), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(tokens), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Opens what was closed with the same secret; nothing for anything else. */
export function openTokens(sealed: string, sessionSecret: string): ProviderTokens {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(sessionSecret), nonce).setAuthTag(tag);
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as ProviderTokens;
  } catch {
    return { refreshToken: undefined, idToken: undefined };
  }
}

function keyOf(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'setpoint: tokens of a provider', 32));
}
