import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startMailServer } from '../../testing/start-mail-server.ts';
import { sendMail } from './send-mail.ts';

const MAIL = {
  to: 'dispatch@example.com',
  subject: 'Nordhafen: 5 kW\r\nBcc: all@example.com',
  text: 'offline since 10:00\n.\nQUIT\n',
  id: 'message-1',
  at: 0,
};

it.each([
  ['STARTTLS', {}],
  ['TLS from the first byte', { secure: true }],
])('hands a message over by %s, once the server knows who it is', async (_name, options) => {
  await using server = await startMailServer(options);
  await sendMail({ smtp: server.smtp, timeoutMs: 5_000, ca: server.ca }, MAIL);
  expect(server.taken).toHaveLength(1);
  const { from, to, text = '', isSecure } = server.taken[0] ?? {};
  expect([from, to, isSecure]).toEqual(['setpoint@example.com', ['dispatch@example.com'], true]);
  expect(text.slice(text.indexOf('\r\n\r\n') + 4).replaceAll('\r\n', '\n')).toBe(MAIL.text);
  expect(text).toContain('Message-ID: <message-1@example.com>');
  // What is in the subject stays there.
  expect(text).not.toMatch(/^Bcc/m);
  expect(text).toContain(`Subject: ${MAIL.subject.replace('\r\n', ' ')}\r\n`);
});

it('sends no password without TLS, and repeats none when it is refused', async () => {
  await using plain = await startMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const by = { timeoutMs: 5_000 };
  await expect(sendMail({ ...by, ca: plain.ca, smtp: plain.smtp }, MAIL)).rejects.toThrow('nothing is sent');
  await using server = await startMailServer();
  const wrong = { ...server.smtp, password: 'guessed' };
  const failure = await sendMail({ ...by, ca: server.ca, smtp: wrong }, MAIL).catch((cause: unknown) => String(cause));
  expect(failure).toContain('does not take the user and the password');
  expect(failure).not.toContain('guessed');
  expect(server.taken).toEqual([]);
});

it('sends nothing without TLS where that is needed, and no user is set', async () => {
  await using plain = await startMailServer({ disabledCommands: ['STARTTLS'], authOptional: true });
  const smtp = { ...plain.smtp, user: '', password: '' };
  const by = { timeoutMs: 5_000, ca: plain.ca };
  await expect(sendMail({ ...by, smtp: { ...smtp, needsTls: true } }, MAIL)).rejects.toThrow('nothing is sent');
  expect(plain.taken).toEqual([]);
  await sendMail({ ...by, smtp: { ...smtp, needsTls: false } }, MAIL);
  expect(plain.taken).toHaveLength(1);
});

it('believes no certificate of a stranger', async () => {
  await using server = await startMailServer();
  await expect(sendMail({ smtp: server.smtp, timeoutMs: 5_000 }, MAIL)).rejects.toThrow(/certificate/);
});

it.each([
  ['says nothing', () => undefined, /did not answer/],
  ['floods', (write: (text: string) => void) => write('220-'.repeat(100_000)), /exceeds maximum/],
])('gives up on a server that %s', async (_name, behave, reason) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave((text) => socket.write(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, isSecure: false, needsTls: false };
  const sent = sendMail({ smtp: { ...smtp, user: '', password: '', from: 'a@b' }, timeoutMs: 500 }, MAIL);
  await expect(sent).rejects.toThrow(reason);
  server.close();
});
