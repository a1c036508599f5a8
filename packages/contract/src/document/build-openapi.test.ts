import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { referencesIn, schemasIn } from '../../testing/schemas-in.ts';
import { buildOpenapi } from './build-openapi.ts';
import { EVENT_TYPES } from '../events/schema.ts';
import { PATHS } from '../paths.ts';
import type { Operation } from '../operations/operation.ts';
import { answersTo } from '../operations/answers-to.ts';
import { OPERATIONS } from '../operations.ts';

const SITE = '6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35';
const loose = { strict: false, formats: { uuid: true, 'date-time': true, uri: true, int64: true } } as const;
const document = buildOpenapi(OPERATIONS, 'https://setpoint.example.com');

describe('the OpenAPI document', () => {
  it('is valid by the official schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    // The validator edits what it is given.
    await expect(validator.validate(structuredClone(document))).resolves.toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('refers only to what it holds', () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter(([, found]) => found === undefined)).toEqual([]);
  });

  it('refers from paths to what webhooks refer to, for generators that know no webhooks', () => {
    const paths = JSON.stringify(document.paths);
    const references = [...JSON.stringify(document.webhooks).matchAll(/"\$ref":"[^"]*"/g)].map(([text]) => text);
    expect(references).not.toEqual([]);
    for (const reference of references) expect(paths).toContain(reference);
  });

  it('writes every titled schema once, the device tree among them', () => {
    const text = JSON.stringify(document);
    const titles = Object.keys(document.components.schemas);
    expect(titles).toEqual(expect.arrayContaining(['Site', 'SiteDetails', 'ErrorResponse', 'DeviceTreeNode']));
    expect(titles.filter((title) => !/^[A-Z][A-Za-z0-9]*$/.test(title))).toEqual([]);
    for (const title of titles) expect([title, text.split(`"title":"${title}"`).length - 1]).toEqual([title, 1]);
    expect(document.components.schemas['DeviceTreeNode']).toMatchObject({
      properties: { children: { items: { $ref: '#/components/schemas/DeviceTreeNode' } } },
    });
  });

  it('names each operation and each status of it once', () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const places = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
    for (const operation of OPERATIONS) {
      const { id } = operation;
      const statuses = answersTo(operation).map(({ status }) => status);
      expect([id, statuses]).toEqual([id, [...new Set(statuses)].sort((one, other) => one - other)]);
    }
  });

  it('has an example for every body, and each fits its schema', () => {
    const ajv = new Ajv2020(loose).addSchema(document, 'doc');
    const contents = bodiesIn(document, '#');
    expect(contents.length).toBeGreaterThan(40);
    for (const { pointer, example } of contents) {
      const check = ajv.getSchema(`doc${pointer}/schema`);
      expect([pointer, check?.(example), check?.errors]).toEqual([pointer, true, null]);
    }
  });

  it('describes each type of event, and the example of the stream is made of such events', () => {
    const ajv = new Ajv2020(loose).addSchema(document, 'doc');
    const checkOf = (name: string) => ajv.getSchema(`doc#/components/schemas/${name}`);
    const types = (document.components.schemas['FleetEvent'] as { anyOf: { $ref: string }[] }).anyOf;
    expect(types.map(({ $ref }) => $ref)).toHaveLength(EVENT_TYPES.length);
    const stream = document.paths[PATHS.fleetEvents]?.['get'] as {
      responses: { 200: { content: { 'text/event-stream': { example: string } } } };
    };
    const { example } = stream.responses[200].content['text/event-stream'];
    const shown = [...example.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event, data = '']) => {
      const check = checkOf(event === 'log.position' ? 'EventLogPosition' : 'FleetEvent');
      return [event, check?.(JSON.parse(data))];
    });
    expect(shown).toEqual([
      ['log.position', true],
      ['batch.accepted', true],
    ]);
    expect(checkOf('FleetEvent')?.({ id: '1.2.3.4', type: 'site.offline', siteId: SITE, at: 'x', data: {} })).toBe(
      false,
    );
  });

  it('has an example for each parameter that must be given, which fits its schema', () => {
    const parameters = OPERATIONS.flatMap(({ id, parameters: own = [] }) => own.map((one) => ({ ...one, id })));
    expect(parameters.filter(({ required, example }) => required && example === undefined)).toEqual([]);
    for (const { id, name, schema, example } of parameters) {
      if (example === undefined) continue;
      expect([id, name, new Ajv2020(loose).validate(schema, example)]).toEqual([id, name, true]);
    }
  });

  it('says of every enumeration and every constant of what type it is, and has no constant that is a boolean', () => {
    const untyped = schemasIn(document).filter((schema) => ('enum' in schema || 'const' in schema) && !isTyped(schema));
    expect(untyped).toEqual([]);
    // Several generators read the constant of a boolean as a text, and then refuse every answer.
    expect(schemasIn(document['components']).filter(({ const: constant }) => typeof constant === 'boolean')).toEqual(
      [],
    );
  });

  it('says of nine fields in ten, and more, what they are', () => {
    const fields = schemasIn(document['components']).flatMap(({ properties }) =>
      Object.values((properties ?? {}) as Record<string, object>),
    );
    const described = fields.filter((field) => 'description' in field || '$ref' in field);
    expect(fields.length).toBeGreaterThan(500);
    expect(described.length / fields.length).toBeGreaterThan(0.9);
  });

  it('has a name for each enumeration that is met in several places', () => {
    const names = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      'enum' in (schema as object) ? [name] : [],
    );
    expect(names).toEqual(
      'AlertChannel Asset CommandState CommandType Direction ErrorCode EventType HeldSiteState HoldState ImplausibleReason MemberRole PoolService PoolSplit PortfolioMode Role Scope TroubleCode WebhookState'.split(
        ' ',
      ),
    );
  });

  it('has no schema with a name that a client makes for an operation', () => {
    const taken = OPERATIONS.flatMap(({ id }) =>
      ['Request', 'Response', 'Params', 'RequestBody', 'JSONRequestBody', 'JSONBody'].map((end) =>
        `${id}${end}`.toLowerCase(),
      ),
    );
    // Bodies of requests are named for what they ask; generators use those names themselves.
    const names = Object.keys(document.components.schemas).filter((name) => !name.endsWith('Request'));
    expect(names.filter((name) => taken.includes(name.toLowerCase()))).toEqual([]);
  });

  it('says of each whole number in a query or a header how large it may be', () => {
    const numbers = OPERATIONS.flatMap(({ id, parameters = [] }: Operation) =>
      parameters.map(({ name, schema }) => ({ id, name, ...(schema as { type?: string; maximum?: number }) })),
    ).filter(({ type }) => type === 'integer');
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers.filter(({ maximum }) => maximum === undefined)).toEqual([]);
  });

  it('asks for no credential beside the form of who asks for a token', () => {
    expect(document.paths[PATHS.token]?.['post']?.['security']).toEqual([]);
  });

  it.each<[string, object, boolean]>([
    ['Grant', { allSites: true, can: 'read' }, true],
    ['Grant', { can: 'read' }, false],
    ['Grant', { can: 'read', endsAt: '2030-01-01T00:00:00Z' }, false],
    ['Grant', { siteId: SITE, allSites: true, can: 'read' }, false],
    ['MakeHoldRequest', { siteId: SITE, asset: 'bess', reason: 'smoke' }, true],
    ['MakeHoldRequest', { reason: 'smoke' }, false],
    ['MakeHoldRequest', { allSites: true, asset: 'bess' }, false],
    ['MakeHoldRequest', { siteId: SITE, clientId: SITE }, false],
    ['AddWebhookRequest', { url: 'https://hooks.example.com', after: '1.5123.0.0' }, true],
    ['AddWebhookRequest', { url: 'https://hooks.example.com', after: '1.5123' }, false],
    ['AddWebhookRequest', { url: 'http://hooks.example.com' }, false],
  ])('says in the schema of %s that %j is right: %j', (title, value, isRight) => {
    const check = new Ajv2020(loose).addSchema(document, 'doc').getSchema(`doc#/components/schemas/${title}`);
    expect(check?.(value)).toBe(isRight);
  });

  it.each<[string, string, unknown, boolean]>([
    ['getSiteMeasurements', 'resolution', 1, true],
    ['getSiteMeasurements', 'resolution', 45, true],
    ['getSiteMeasurements', 'resolution', 5, false],
    ['listHolds', 'cursor', '', false],
    ['listHolds', 'state', 'open', true],
    ['streamEvents', 'types', ['site.offline', 'batch.accepted'], true],
    ['streamEvents', 'types', ['site.gone'], false],
    ['streamEvents', 'after', '1.5123.0.0', true],
    ['streamEvents', 'after', 'newest', false],
  ])('says of %s that %s=%j is right: %j', (id, name, value, isRight) => {
    const parameter = OPERATIONS.find((operation) => operation.id === id)?.parameters?.find((one) => one.name === name);
    expect(new Ajv2020(loose).validate(parameter?.schema ?? {}, value)).toBe(isRight);
  });

  it('shows an answer that two operations share under one name only if it is the same', () => {
    const byName = new Map<string, unknown>();
    for (const operation of OPERATIONS) {
      for (const { name, ...answer } of answersTo(operation)) {
        if (name === undefined) continue;
        expect([name, answer]).toEqual([name, byName.get(name) ?? answer]);
        byName.set(name, answer);
      }
    }
  });
});

function isTyped({ type }: Record<string, unknown>): boolean {
  return typeof type === 'string' || Array.isArray(type);
}

function bodiesIn(value: unknown, pointer: string): { pointer: string; example: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const place = `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    if (!key.startsWith('application/')) return bodiesIn(child, place);
    return [{ pointer: place, example: (child as { example?: unknown }).example }];
  });
}
