import type { SettingsReader } from '../wire/settings-reader.ts';

export interface DocsSettings {
  readonly security: SecuritySettings;
}

/** Where those who run this service are told of weaknesses of it, as addresses. */
export interface SecuritySettings {
  /** None: nothing is said of it. */
  readonly contacts: readonly string[];
  readonly policy: string | undefined;
}

const CONTACT = { schemes: ['https:', 'mailto:', 'tel:'], is: 'an address that begins with https://, mailto: or tel:' };
const PAGE = { schemes: ['https:'], is: 'an address that begins with https://' };

export function readDocsSettings(read: SettingsReader): DocsSettings {
  const contacts = read.list('SETPOINT_SECURITY_CONTACT');
  const policy = read.given('SETPOINT_SECURITY_POLICY');
  const check = (name: string, value: string, { schemes, is }: typeof CONTACT): void => {
    if (!isAddress(value, schemes)) read.refuse(`${name}: ${JSON.stringify(value)} is not ${is}`);
  };
  for (const contact of contacts) check('SETPOINT_SECURITY_CONTACT', contact, CONTACT);
  if (policy !== undefined) check('SETPOINT_SECURITY_POLICY', policy, PAGE);
  if (policy !== undefined && contacts.length === 0) {
    read.refuse('SETPOINT_SECURITY_POLICY: set SETPOINT_SECURITY_CONTACT too, without which there is no security.txt');
  }
  return { security: { contacts, policy } };
}

// It stands on a line of its own: anything but visible ASCII could make another one.
function isAddress(text: string, schemes: readonly string[]): boolean {
  return /^[!-~]+$/.test(text) && URL.canParse(text) && schemes.includes(new URL(text).protocol);
}
