import { isLoopback } from '../wire/is-loopback.ts';
import type { SettingsReader } from '../wire/settings-reader.ts';

export interface MailSettings {
  /** Left out: the service sends no e-mail. */
  readonly smtp: SmtpSettings | undefined;
  /** What the operator should know of it at the start. */
  readonly smtpWarning?: string;
}

/** The server that takes e-mail from the service. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where it is offered. */
  readonly isSecure: boolean;
  /** Whether nothing is sent where STARTTLS is not offered. */
  readonly needsTls: boolean;
  readonly user: string;
  readonly password: string;
  readonly from: string;
}

const IN_THE_CLEAR =
  'e-mail of alerts goes in the clear where the mail server offers no TLS: smtps:// in SETPOINT_SMTP_URL requires TLS';

// Printable ASCII: nothing else goes to a server that does not offer SMTPUTF8 (RFC 6531 §3.2).
const MAILBOX = /^(?:(?![<>@",;:\\])[!-~]){1,64}@(?:(?![<>@",;:\\])[!-~]){1,255}$/;

/** Whether a text is the address of one mailbox, and nothing that an SMTP command could be continued with. */
export function isMailbox(text: string | undefined): text is string {
  return text !== undefined && MAILBOX.test(text);
}

export function readMailSettings(read: SettingsReader): MailSettings {
  const address = read.secret('SETPOINT_SMTP_URL');
  if (address === undefined) return { smtp: undefined };
  const server = serverOf(address);
  if (typeof server === 'string') {
    read.refuse(`SETPOINT_SMTP_URL: ${server}`);
    return { smtp: undefined };
  }
  // A password never crosses a network in the clear.
  const needsTls = server.user !== '';
  const mayBeRead = !needsTls && !server.isSecure && !isLoopback(server.host);
  return { smtp: { ...server, needsTls }, ...(mayBeRead ? { smtpWarning: IN_THE_CLEAR } : {}) };
}

/** The server that an address names, or why it names none. */
function serverOf(address: string): Omit<SmtpSettings, 'needsTls'> | string {
  const url = URL.parse(address);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    return 'must be smtp://USER:PASSWORD@HOST:PORT?from=SENDER or smtps://…';
  }
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined) return 'in the user and the password, write % as %25';
  const from = decoded(/^\?from=(.+)$/.exec(url.search)?.[1]);
  if (!isMailbox(from)) return 'must end with the sender, such as ?from=setpoint@example.com';
  const isSecure = url.protocol === 'smtps:';
  const port = url.port === '' ? (isSecure ? 465 : 587) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, isSecure, user, password, from };
}

function decoded(text = ''): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
