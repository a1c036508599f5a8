import { describe, expect, it } from 'vitest';
import { ofTests } from '../../testing/of-tests.ts';
import { startReceiver } from '../../testing/start-receiver.ts';
import { startNameServer } from '../../testing/start-name-server.ts';
import { createNameLookup } from '../platform/addresses/create-name-lookup.ts';
import { createAddressRule } from './address-rule.ts';
import { sendWebhook } from './send-webhook.ts';

const SECRET = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
const MESSAGE = { id: 'x', body: '{"type":"x","data":{}}', secrets: [SECRET], at: Date.UTC(2030, 0, 1) };

describe('a message to a webhook', async () => {
  const receiver = await ofTests(startReceiver(() => [SECRET], ['localhost', 'receiver.test', 'both.test']));
  const known = {
    'receiver.test': ['127.0.0.1'],
    'both.test': ['127.0.0.1', '10.1.2.3'],
    'inside.test': ['0000:0000:0000:0000:0000:ffff:7f00:0001'],
  };
  const names = await ofTests(startNameServer(known));
  const lookUp = createNameLookup({ servers: [names.address] });

  const send = (host: string, allowed: readonly string[], { ca }: { readonly ca?: string } = receiver) => {
    const sending = {
      isAllowed: createAddressRule(allowed),
      timeoutMs: 2_000,
      lookUp,
      ...(ca === undefined ? {} : { ca }),
    };
    return sendWebhook(sending, { ...MESSAGE, url: receiver.url.replace('127.0.0.1', host) });
  };

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'localhost.', 'receiver.test', 'inside.test'])(
    'is never sent to %s, unless the operator allows it',
    async (host) => {
      const before = receiver.asked;
      const result = await send(host, []);
      expect(result).toMatchObject({ status: null, error: expect.stringContaining('not a public address') });
      expect(receiver.asked).toBe(before);
    },
  );

  it.each(['127.0.0.1', 'localhost', 'receiver.test', 'Receiver.TEST'])('is sent to %s, if allowed', async (host) => {
    expect(await send(host, ['127.0.0.1', '::1'])).toMatchObject({ status: 204, error: null });
  });

  it('is not sent to a name of which one address is not allowed', async () => {
    const result = await send('both.test', ['127.0.0.1']);
    expect(result.error).toBe('10.1.2.3 is not a public address, and SETPOINT_WEBHOOK_NETWORKS does not allow it');
  });

  it('is not sent to a receiver that proves itself with a certificate nobody knows', async () => {
    const result = await send('127.0.0.1', ['127.0.0.1'], {});
    expect(result).toMatchObject({ status: null, error: expect.stringMatching(/certificate/) });
  });
});
