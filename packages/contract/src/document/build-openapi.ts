import { collectSchemas, type SchemaCollection } from './collect-schemas.ts';
import { DeviceTreeNode } from '../devices/schema.ts';
import { ANSWER_HEADERS, type AnswerHeader } from '../operations/answer-headers.ts';
import { answersTo } from '../operations/answers-to.ts';
import type { Answer, Body, Operation } from '../operations/operation.ts';
import { TAGS } from '../operations/tags.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenapiDocument extends Json {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'securitySchemes', Json>>;
}

interface Building {
  readonly schemas: SchemaCollection;
  readonly responses: Map<string, Json>;
}

/** Describes the service as an OpenAPI 3.1 document: what is named there is written once and referred to. */
export function buildOpenapi(operations: readonly Operation[], publicUrl: string): OpenapiDocument {
  const building: Building = { schemas: collectSchemas(), responses: new Map() };
  // A resource shape that no answer holds.
  building.schemas.add(DeviceTreeNode);
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: writeOperation(building, operation) };
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths,
    components: {
      schemas: building.schemas.byTitle(),
      responses: Object.fromEntries(building.responses),
      securitySchemes: { bearer: BEARER, clientSecret: CLIENT_SECRET, controllerKey: CONTROLLER_KEY },
    },
  };
}

const INFO: Json = {
  title: 'Setpoint',
  version: '1.0.0',
  summary: 'Schedules for energy sites.',
  description:
    'Set setpoints, limits and grid-service bookings for the asset groups of energy sites, and see what is set. Every answer but a 408 carries `X-Request-Id`; every error is a JSON body with a code to branch on (`error`) and a sentence to read (`message`). A path that does not exist is answered with 404, a method that a path does not take with 405 and `Allow`.',
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
};

const BEARER: Json = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token of this service, or of an outside issuer that its operator trusts.',
};

const CLIENT_SECRET: Json = {
  type: 'http',
  scheme: 'basic',
  description: 'The id and the secret of a client. They can be sent in the form instead.',
};

const CONTROLLER_KEY: Json = {
  type: 'http',
  scheme: 'bearer',
  description: 'The key of a controller; it names its site, and is good for nothing else.',
};

function writeOperation(building: Building, operation: Operation): Json {
  const { id, tag, summary, description, parameters, request } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: writeSecurity(operation),
    ...(parameters === undefined ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: { required: true, content: writeBody(building, request) } }),
    responses: Object.fromEntries(
      answersTo(operation).map((answer) => [String(answer.status), writeAnswer(building, answer)]),
    ),
  };
}

function writeSecurity({ scope, credential }: Operation): readonly Json[] {
  if (credential === 'client-secret') return [{ clientSecret: [] }, {}];
  if (credential === 'controller-key') return [{ controllerKey: [] }];
  // OpenAPI 3.1 lets a scheme that is not OAuth 2 name the roles it needs.
  return scope === undefined ? [] : [{ bearer: [scope] }];
}

function writeHeaders(names: readonly AnswerHeader[], required: boolean): Json {
  return Object.fromEntries(names.map((name) => [name, { ...ANSWER_HEADERS[name], required }]));
}

function writeBody({ schemas }: Building, { schema, example, mediaType = 'application/json' }: Body): Json {
  return { [mediaType]: { schema: schemas.add(schema), example } };
}

function writeAnswer(building: Building, answer: Answer): Json {
  const { name, description, headers = ['X-Request-Id'], mayHave = [], body, alsoAs } = answer;
  const allHeaders = { ...writeHeaders(headers, true), ...writeHeaders(mayHave, false) };
  const written: Json = {
    description,
    ...(Object.keys(allHeaders).length === 0 ? {} : { headers: allHeaders }),
    ...(body === undefined
      ? {}
      : { content: { ...writeBody(building, body), ...(alsoAs && writeBody(building, alsoAs)) } }),
  };
  if (name === undefined) return written;
  building.responses.set(name, written);
  return { $ref: `#/components/responses/${name}` };
}
