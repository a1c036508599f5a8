import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SmtpSettings } from './settings.ts';
import { type SmtpDialogue, type SmtpReply, smtpDialogue } from './smtp-dialogue.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Names the message, so that one that is sent twice can be told. */
  readonly id: string;
  readonly at: number;
}

export interface MailSending {
  readonly smtp: SmtpSettings;
  readonly timeoutMs: number;
  /** The authorities that are believed beside the usual ones. */
  readonly ca?: string;
}

/** Hands one message to the SMTP server; resolves once the server has taken it. */
export async function sendMail(sending: MailSending, mail: Mail): Promise<void> {
  const { smtp, timeoutMs, ca } = sending;
  const trust = ca === undefined ? {} : { ca };
  const { host, port } = smtp;
  let socket: Socket = smtp.isSecure
    ? connectTls({ host, port, servername: host, ...trust })
    : connectPlain({ host, port });
  const ended = AbortSignal.timeout(timeoutMs);
  const onTimeout = () => socket.destroy(new Error(`the mail server did not answer within ${timeoutMs} ms`));
  ended.addEventListener('abort', onTimeout);
  try {
    let dialogue = smtpDialogue(socket);
    expect(await dialogue.reply(), 220);
    let offers = await greet(dialogue);
    if (!smtp.isSecure && offers.has('STARTTLS')) {
      expect(await ask(dialogue, 'STARTTLS'), 220);
      dialogue.leave();
      socket = connectTls({ socket, servername: host, ...trust });
      dialogue = smtpDialogue(socket);
      offers = await greet(dialogue);
    } else if (!smtp.isSecure && smtp.user !== '') {
      throw new Error('the mail server offers no TLS: the password is not sent');
    }
    await signIn(dialogue, smtp);
    await handOver(dialogue, smtp.from, mail);
    dialogue.send('QUIT');
  } finally {
    ended.removeEventListener('abort', onTimeout);
    socket.on('error', () => undefined).destroySoon();
  }
}

async function greet(dialogue: SmtpDialogue): Promise<ReadonlySet<string>> {
  const { lines } = expect(await ask(dialogue, 'EHLO setpoint'), 250);
  return new Set(lines.slice(1).map((line) => line.split(' ', 1)[0]?.toUpperCase() ?? ''));
}

async function signIn(dialogue: SmtpDialogue, { user, password }: SmtpSettings): Promise<void> {
  if (user === '') return;
  const credentials = Buffer.from(`\0${user}\0${password}`).toString('base64');
  const { code } = await ask(dialogue, `AUTH PLAIN ${credentials}`);
  // What the server says of it may repeat what was sent.
  if (code !== 235) throw new Error(`the mail server does not take the user and the password (${code})`);
}

async function handOver(dialogue: SmtpDialogue, from: string, mail: Mail): Promise<void> {
  expect(await ask(dialogue, `MAIL FROM:<${from}>`), 250);
  expect(await ask(dialogue, `RCPT TO:<${mail.to}>`), 250, 251);
  expect(await ask(dialogue, 'DATA'), 354);
  dialogue.send(mailText(from, mail));
  expect(await ask(dialogue, '.'), 250);
}

async function ask(dialogue: SmtpDialogue, line: string): Promise<SmtpReply> {
  dialogue.send(line);
  return dialogue.reply();
}

function expect(reply: SmtpReply, ...codes: readonly number[]): SmtpReply {
  if (codes.includes(reply.code)) return reply;
  throw new Error(`the mail server answered ${reply.code} ${reply.lines.join(' ')}`.slice(0, 200));
}

// Base64 has no lines that begin with a dot, none that are too long, and nothing that ends a header early.
function mailText(from: string, { to, subject, text, id, at }: Mail): string {
  const body =
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return [
    `From: Setpoint <${from}>`,
    `To: <${to}>`,
    `Subject: ${headerText(subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${from.split('@').at(-1)}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...body,
  ].join('\r\n');
}

const ENCODED_BYTES = 45;

// RFC 2047: words of at most 75 characters, none of which splits a character.
function headerText(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > ENCODED_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((one) => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
}
