import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from './make-certificate.ts';

interface TakenMail {
  readonly from: string;
  readonly to: string[];
  readonly text: string;
  readonly subject: string;
  readonly body: string;
  readonly isSecure: boolean;
}

/** For tests: an SMTP server that takes all mail of one user. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const { cert, key } = makeCertificate(Date.now(), ['localhost']);
  const taken: TakenMail[] = [];
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
        const [head = '', ...parts] = text.split('\r\n\r\n');
        taken.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text,
          subject: subjectOf(head),
          body: bodyOf(head, parts.join('\r\n\r\n')),
          isSecure: secure,
        });
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
    needsTls: true,
    user: 'setpoint',
    password: 'pa:ss',
    from: 'setpoint@example.com',
  };
  return {
    taken,
    smtp,
    ca: cert,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

// RFC 2047 and RFC 5322 §2.2.3: a folded header, some of whose words are encoded.
function subjectOf(head: string): string {
  const [, folded = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head) ?? [];
  const words = folded.replaceAll(/\r\n(?=[ \t])/g, '').replaceAll(/\?=\s+=\?/g, '?==?');
  return words.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString()
      : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
  );
}

function bodyOf(head: string, body: string): string {
  const text = /^Content-Transfer-Encoding: base64/im.test(head) ? Buffer.from(body, 'base64').toString() : body;
  return text.replaceAll('\r\n', '\n');
}
