import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../../../test/harness/make-certificate.ts';
import { sendMail } from './send-mail.ts';

const MAIL = {
  to: 'dispatch@example.com',
  subject: 'Nordhafen: höchstens\r\nBcc: all@example.com',
  text: 'offline since 10:00\n.\nQUIT\n',
  id: 'message-1',
  at: 0,
};
const { cert, key } = makeCertificate(Date.now(), ['localhost']);

async function startMailServer(options: SMTPServerOptions = {}) {
  const taken: { from: string; to: string[]; text: string; isSecure: boolean }[] = [];
  const server = new SMTPServer({
    cert,
    key,
    authMethods: ['PLAIN'],
    onAuth({ username, password }, _session, done) {
      if (username === 'setpoint' && password === 'pa:ss') done(null, { user: username });
      else done(new Error(`${password} is wrong`));
    },
    onData(stream, { envelope, secure }, done) {
      void (async () => {
        let text = '';
        for await (const chunk of stream) text += String(chunk);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), text, isSecure: secure });
        done();
      })();
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const smtp = {
    host: 'localhost',
    port: (listening.address() as AddressInfo).port,
    isSecure: options.secure ?? false,
    user: 'setpoint',
    password: 'pa:ss',
    from: 'setpoint@example.com',
  };
  return {
    taken,
    smtp,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

it.each([
  ['STARTTLS', {}],
  ['TLS from the first byte', { secure: true }],
])('hands a message over by %s, once the server knows who it is', async (_name, options) => {
  await using server = await startMailServer(options);
  await sendMail({ smtp: server.smtp, timeoutMs: 5_000, ca: cert }, MAIL);
  expect(server.taken).toHaveLength(1);
  const { from, to, text, isSecure } = server.taken[0] ?? { text: '' };
  expect([from, to, isSecure]).toEqual(['setpoint@example.com', ['dispatch@example.com'], true]);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(Buffer.from(body, 'base64').toString()).toBe(MAIL.text);
  expect(head).toContain('Message-ID: <message-1@example.com>');
  // What is in the subject stays there.
  expect(head).not.toMatch(/^Bcc/m);
  const words = [...head.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)].map(([, word = '']) => Buffer.from(word, 'base64'));
  expect(Buffer.concat(words).toString()).toBe(MAIL.subject);
});

it('sends no password without TLS, and repeats none when it is refused', async () => {
  await using plain = await startMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const by = { timeoutMs: 5_000, ca: cert };
  await expect(sendMail({ ...by, smtp: plain.smtp }, MAIL)).rejects.toThrow('the password is not sent');
  await using server = await startMailServer();
  const wrong = { ...server.smtp, password: 'guessed' };
  const failure = await sendMail({ ...by, smtp: wrong }, MAIL).catch((cause: unknown) => String(cause));
  expect(failure).toContain('does not take the user and the password');
  expect(failure).not.toContain('guessed');
  expect(server.taken).toEqual([]);
});

it('believes no certificate of a stranger', async () => {
  await using server = await startMailServer();
  await expect(sendMail({ smtp: server.smtp, timeoutMs: 5_000 }, MAIL)).rejects.toThrow(/certificate/);
});

it.each([
  ['says nothing', () => undefined],
  ['floods', (write: (text: string) => void) => write('220-'.repeat(100_000))],
  ['hangs up', (_write: unknown, end: () => void) => end()],
])('gives up on a server that %s', async (_name, behave) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(
      (text) => socket.write(text),
      () => socket.end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, isSecure: false };
  const sent = sendMail({ smtp: { ...smtp, user: '', password: '', from: 'a@b' }, timeoutMs: 500 }, MAIL);
  await expect(sent).rejects.toThrow(/did not answer|without an end|closed/);
  server.close();
});
