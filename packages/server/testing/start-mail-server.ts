import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from './make-certificate.ts';

interface TakenMail {
  readonly from: string;
  readonly to: string[];
  readonly text: string;
  readonly isSecure: boolean;
}

/** For tests: an SMTP server that takes all mail of one user. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const { cert, key } = await makeCertificate(Date.now(), ['localhost']);
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
