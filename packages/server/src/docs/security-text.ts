import type { SecuritySettings } from './settings.ts';

export const SECURITY_TEXT_PATH = '/.well-known/security.txt';

// RFC 9116 §2.5.5: less than a year ahead.
const GOOD_FOR_MS = 180 * 86_400_000;
const DAY_MS = 86_400_000;

interface Said extends SecuritySettings {
  readonly publicUrl: string;
  readonly now: number;
}

/** A security.txt (RFC 9116); undefined where nobody is named in it. It changes once a day. */
export function securityText({ contacts, publicUrl, now }: Said): string | undefined {
  if (contacts.length === 0) return undefined;
  const today = now - (now % DAY_MS);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + GOOD_FOR_MS).toISOString()}`,
    ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${SECURITY_TEXT_PATH}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
