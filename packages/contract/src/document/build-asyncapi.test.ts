import official from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../testing/schemas-in.ts';
import { buildAsyncapi } from './build-asyncapi.ts';

const hosts = { plain: '127.0.0.1:1883', encrypted: 'setpoint.example.com:8883' };
const document = buildAsyncapi('https://setpoint.example.com', hosts);
const lax = { strict: false, validateFormats: false, allErrors: true } as const;

const OPTIONAL = new Set(['devices', 'offers', 'takes', 'poolId']);
const SCHEMES = '#/components/securitySchemes';

describe('the AsyncAPI document', () => {
  const isAsyncapi = new Ajv(lax).compile(official.schemasWithoutId['3.0.0'] as object);

  it('is valid by the official schema of AsyncAPI 3', () => {
    expect([isAsyncapi(document), isAsyncapi.errors]).toEqual([true, null]);
  });

  it('refers only to what it holds', () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter(([, found]) => found === undefined)).toEqual([]);
  });

  it('has examples for each message, and each fits its schema', () => {
    const ajv = new Ajv(lax).addSchema(document, 'doc');
    for (const [name, message] of Object.entries(document.components.messages)) {
      const check = ajv.getSchema(`doc#/components/messages/${name}/payload`);
      const { examples } = message as { examples: { payload: Record<string, unknown> }[] };
      expect(examples.length).toBeGreaterThan(0);
      for (const { payload } of examples) {
        expect([name, check?.(payload), check?.errors]).toEqual([name, true, null]);
        for (const field of Object.keys(payload).filter((key) => !OPTIONAL.has(key)))
          expect([field, check?.({ ...payload, [field]: undefined })]).toEqual([field, false]);
      }
    }
  });

  it('says how to connect: a site id with a key as the password, or a client with its secret', () => {
    for (const server of Object.values(document.servers)) {
      expect(server).toMatchObject({
        security: [{ $ref: `${SCHEMES}/siteKey` }, { $ref: `${SCHEMES}/clientSecret` }],
        bindings: { mqtt: { clientId: '{siteId}', cleanSession: true, keepAlive: 30 } },
      });
    }
    expect(document.components.securitySchemes['siteKey']).toMatchObject({ type: 'userPassword' });
    expect(document.components.securitySchemes['clientSecret']).toMatchObject({ type: 'userPassword' });
  });

  it('says that signals are for clients alone, and where their answers come', () => {
    const operations = document['operations'] as Record<string, object>;
    const security = [{ $ref: `${SCHEMES}/clientSecret` }];
    const ofClients = Object.keys(operations).filter((name) => 'security' in (operations[name] ?? {}));
    expect(ofClients).toEqual(['receivePoolSignal', 'sendPoolAnswer']);
    expect(operations['receivePoolSignal']).toMatchObject({
      security,
      reply: { channel: { $ref: '#/channels/poolAnswer' } },
    });
    expect(document['channels']).toMatchObject({
      poolSignal: { address: 'pools/v1/{poolId}/signal' },
      poolAnswer: { address: 'pools/v1/{poolId}/signal/answer' },
    });
  });

  it('names only the ports that are open', () => {
    expect(document.servers).toMatchObject({ mqtt: { host: hosts.plain }, mqtts: { host: hosts.encrypted } });
    expect(buildAsyncapi('https://setpoint.example.com', {}).servers).toEqual({});
  });
});
