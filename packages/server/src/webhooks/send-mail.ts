import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { SmtpSettings } from './mail-settings.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Names the message, so that a receiver can tell one that is sent twice. */
  readonly id: string;
  readonly at: number;
}

export interface MailSending {
  readonly smtp: SmtpSettings;
  readonly timeoutMs: number;
  /** The authorities that are believed beside the usual ones. */
  readonly ca?: string;
}

const MOST_ANSWERED_BYTES = 64 * 1_024;

/** Hands one message to the SMTP server; resolves once the server has taken it. */
export async function sendMail({ smtp, timeoutMs, ca }: MailSending, mail: Mail): Promise<void> {
  const { host, port, isSecure, needsTls, user, password, from } = smtp;
  const signal = AbortSignal.timeout(timeoutMs);
  // Connected here: the look-up of the system knows the hosts file, that of the library does not.
  const connection = connect({ host, port });
  try {
    await once(connection, 'connect', { signal });
    const transport = createTransport({
      host,
      port,
      name: 'setpoint',
      getSocket: (_options, done) => done(null, { connection }),
      secure: isSecure,
      requireTLS: needsTls,
      ...(user === '' ? {} : { auth: { user, pass: password }, forceAuth: true }),
      ...(ca === undefined ? {} : { tls: { ca } }),
      maxResponseSize: MOST_ANSWERED_BYTES,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await transport.sendMail({ ...headersOf(from, mail), text: mail.text, textEncoding: 'base64', signal });
  } catch (cause) {
    throw new Error(reasonOf(cause, timeoutMs), { cause });
  } finally {
    connection.on('error', () => undefined).destroySoon();
  }
}

function headersOf(from: string, { to, subject, id, at }: Mail) {
  return {
    from: { name: 'Setpoint', address: from },
    to: { name: '', address: to },
    subject,
    date: new Date(at),
    messageId: `<${id}@${from.split('@').at(-1) ?? ''}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function reasonOf(cause: unknown, timeoutMs: number): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'AbortError') return `the mail server did not answer within ${timeoutMs} ms`;
  const { code, command, responseCode = '', message } = cause as NodemailerError;
  // What the server says of a password may repeat it.
  if (code === 'EAUTH') return `the mail server does not take the user and the password (${responseCode})`;
  if (command === 'STARTTLS') return `no TLS with the mail server, so nothing is sent: ${message}`;
  return message;
}
