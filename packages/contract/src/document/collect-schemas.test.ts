import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { schemasIn } from '../../testing/schemas-in.ts';
import { OPERATIONS } from '../operations.ts';
import { PATHS } from '../paths.ts';
import { buildAsyncapi } from './build-asyncapi.ts';
import { buildOpenapi } from './build-openapi.ts';
import { collectSchemas } from './collect-schemas.ts';

const ADDRESS = '{$request.body#/url}';
const STREAMED = ['application/json', 'text/event-stream'];
const openapi = buildOpenapi(OPERATIONS, 'https://setpoint.example.com');
const asyncapi = buildAsyncapi('https://setpoint.example.com', {});

describe('collecting schemas', () => {
  it('refuses two schemas of one title', () => {
    const collection = collectSchemas();
    collection.add(Type.String({ title: 'Name' }));
    expect(() => collection.add(Type.Number({ title: 'Name' }))).toThrow('two different schemas have the title Name');
  });
});

describe('the documents, for generators of clients,', () => {
  it.each([
    ['OpenAPI', openapi],
    ['AsyncAPI', asyncapi],
  ])('say of each integer that may need 64 bits that it does: %s', (_name, document) => {
    const integers = schemasIn(document).filter(({ type }) => [type].flat().includes('integer'));
    expect(integers.length).toBeGreaterThan(5);
    const needs64 = ({ maximum }: Record<string, unknown>) => typeof maximum !== 'number' || maximum > 2 ** 31 - 1;
    expect(integers.filter((one) => needs64(one) !== (one['format'] === 'int64'))).toEqual([]);
  });

  it('name no value twice in all enumerations that have a name: in Go, they are constants of one package', () => {
    const values = Object.entries(openapi.components.schemas).flatMap(([name, schema]) =>
      ((schema as { enum?: string[] }).enum ?? []).map((value) => ({ name, constant: constantOf(value) })),
    );
    const twice = values.filter(({ constant }, at) => values.findIndex((one) => one.constant === constant) !== at);
    expect(twice).toEqual([]);
  });

  it('offer the kinds of grants as one text with two values, which a form can carry', () => {
    expect(openapi.components.schemas['TokenRequest']).toMatchObject({
      properties: {
        grant_type: {
          type: 'string',
          enum: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
        },
      },
    });
    expect(openapi.paths[PATHS.token]?.['post']).toMatchObject({
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { $ref: expect.any(String) } } } },
    });
  });

  it('negate nothing, and require no field but beside its own schema', () => {
    const schemas = [...schemasIn(openapi.components.schemas), ...schemasIn(openapi.paths)];
    expect(schemas.filter((schema) => 'not' in schema)).toEqual([]);
    // Of a parameter, `required` is a flag.
    const lacksOne = ({ properties, required }: Record<string, unknown>) =>
      Array.isArray(required) && required.some((name: string) => !(name in Object(properties ?? {})));
    expect(schemas.filter(lacksOne)).toEqual([]);
  });

  it('contain no schema that nothing refers to, and name those of the events in a stream', () => {
    const text = JSON.stringify(openapi);
    const names = Object.keys(openapi.components.schemas);
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
    expect(JSON.stringify(openapi.paths[PATHS.fleetEvents])).toContain('"#/components/schemas/FleetEvent"');
  });

  it('say of webhooks and callbacks that they need no credential, and what a refusal means', () => {
    const callbacks = Object.values(openapi.paths).flatMap((path) =>
      Object.values(path).flatMap(({ callbacks: own }) => (own === undefined ? [] : [own])),
    );
    const isCall = { security: [], responses: { '2XX': expect.anything(), '4XX': expect.anything() } };
    expect(openapi.webhooks).toMatchObject({ event: { post: isCall } });
    expect(callbacks).toEqual([{ event: { [ADDRESS]: { post: expect.objectContaining(isCall) } } }]);
  });

  it('have one form of each body, and CSV with its parameters at a path of its own', () => {
    const contents = Object.values(openapi.paths).flatMap((path) =>
      Object.values(path).flatMap(({ requestBody, responses }) =>
        [requestBody, ...Object.values(responses as object)].flatMap(
          (body) => (body as { content?: object })?.content ?? [],
        ),
      ),
    );
    expect(contents.length).toBeGreaterThan(100);
    expect(contents.map((content) => Object.keys(content)).filter((forms) => forms.length !== 1)).toEqual([STREAMED]);
    const paths = Object.keys(openapi.paths).filter((path) => path.endsWith('.csv'));
    expect(new Set(paths.map((path) => path.split('}/')[1]))).toEqual(
      new Set('following.csv headroom.csv measurements.csv plan.csv schedules.csv schedules/validate.csv'.split(' ')),
    );
    const queryOf = (path: string, method: string) => {
      const parameters = openapi.paths[path]?.[method]?.['parameters'] as { name: string; in: string }[];
      return parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    };
    const schedules = PATHS.fleetSiteSchedules.replace(':siteId', '{siteId}');
    expect(queryOf(schedules, 'patch')).toEqual([]);
    expect(queryOf(`${schedules}.csv`, 'patch')).toEqual(
      'from to asset type day timeZone resolution dropEnded'.split(' '),
    );
  });

  it('name no schema as a generator names what it writes itself', () => {
    const own = ['ServerError', 'ClientError', 'ApiClient', 'ApiException', 'ApiResponse', 'Configuration', 'Response'];
    expect(own.filter((name) => name in openapi.components.schemas)).toEqual([]);
  });
});

function constantOf(value: string): string {
  return value.replaceAll(/[^a-zA-Z0-9]/g, '_').toUpperCase();
}
