import type { SettingsReader } from '../wire/settings-reader.ts';

export interface DocsSettings {
  readonly security: SecuritySettings;
}

/** Where those who run this service are told of weaknesses of it, as addresses. */
export interface SecuritySettings {
  /** None: nothing is said of it. */
  readonly contacts: readonly string[];
}

const SCHEMES = ['https:', 'mailto:', 'tel:'];

export function readDocsSettings(read: SettingsReader): DocsSettings {
  const contacts = read.list('SETPOINT_SECURITY_CONTACT');
  for (const contact of contacts.filter((one) => !isAddress(one))) {
    read.refuse(
      `SETPOINT_SECURITY_CONTACT: ${JSON.stringify(contact)} is not an address that begins with https://, mailto: or tel:`,
    );
  }
  return { security: { contacts } };
}

// It stands on a line of its own: anything but visible ASCII could make another one.
function isAddress(text: string): boolean {
  return /^[!-~]+$/.test(text) && URL.canParse(text) && SCHEMES.includes(new URL(text).protocol);
}
