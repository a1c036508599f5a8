import { collectSchemas, type SchemaCollection } from './collect-schemas.ts';
import { documentedOperations } from '../operations/documented-operations.ts';
import { linksOf } from '../operations/links-of.ts';
import { ANSWER_HEADERS, type AnswerHeader } from '../operations/answer-headers.ts';
import { answersTo } from '../operations/answers-to.ts';
import { EXAMPLE_MESSAGE, WEBHOOK_HEADERS } from '../webhooks/example-message.ts';
import { WebhookCloudEvent } from '../events/webhook-cloud-event.ts';
import { type Answer, type Body, bodyOf, type Operation, type Parameter } from '../operations/operation.ts';
import { OPENAPI_INFO } from './openapi-info.ts';
import { TAGS } from '../operations/tags.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenapiDocument extends Json {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly webhooks: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'securitySchemes', Json>>;
}

interface Building {
  readonly operations: readonly Operation[];
  readonly schemas: SchemaCollection;
  readonly responses: Map<string, Json>;
}

/** Describes the service as an OpenAPI 3.1 document, in which everything with a name is written once. */
export function buildOpenapi(operations: readonly Operation[], publicUrl: string): OpenapiDocument {
  const building: Building = { operations, schemas: collectSchemas(), responses: new Map() };
  const webhooks = writeWebhooks(building);
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations.flatMap(documentedOperations)) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: writeOperation(building, operation) };
  }
  return {
    openapi: '3.1.0',
    info: { ...OPENAPI_INFO, contact: { name: 'The operator of this service', url: publicUrl } },
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths,
    webhooks,
    components: {
      schemas: building.schemas.byTitle(),
      responses: Object.fromEntries(building.responses),
      securitySchemes: { bearer: BEARER, controllerKey: CONTROLLER_KEY },
    },
  };
}

const BEARER: Json = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token of this service, or of an outside issuer that its operator trusts.',
};

const CONTROLLER_KEY: Json = {
  type: 'http',
  scheme: 'bearer',
  description: 'The key of a controller. It identifies the site, and gives access to nothing else.',
};

function writeOperation(building: Building, operation: Operation): Json {
  const { id, tag, summary, parameters, request, sendsEventsTo } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: operation.description,
    security: writeSecurity(operation),
    ...(parameters === undefined ? {} : { parameters: parameters.map((one) => writeParameter(building, one)) }),
    ...(request === undefined ? {} : { requestBody: { required: true, content: writeBody(building, request) } }),
    ...(sendsEventsTo && { callbacks: { event: { [sendsEventsTo]: { post: writeEventCall(building) } } } }),
    responses: Object.fromEntries(
      answersTo(operation).map((answer) => {
        const links = answer === operation.success ? linksOf(operation, building.operations) : {};
        return [
          String(answer.status),
          { ...writeAnswer(building, answer), ...(Object.keys(links).length > 0 && { links }) },
        ];
      }),
    ),
  };
}

function writeParameter({ schemas }: Building, { schema, hint: _hint, ...parameter }: Parameter): Json {
  return { ...parameter, schema: schemas.add(schema) };
}

function writeSecurity({ scope, alsoScope, credential }: Operation): readonly Json[] {
  // The form carries it: generated clients would ask for a token before they send for one.
  if (credential === 'client-secret') return [];
  if (credential === 'controller-key') return [{ controllerKey: [] }];
  if (credential === 'any-token') return [{ bearer: [] }];
  // OpenAPI 3.1 lets a scheme that is not OAuth 2 name the roles it needs.
  return scope === undefined ? [] : [{ bearer: alsoScope === undefined ? [scope] : [scope, alsoScope] }];
}

function writeWebhooks(building: Building): Readonly<Record<string, Json>> {
  return { event: { post: { operationId: 'receiveEvent', ...writeEventCall(building) } } };
}

// Also a callback of what registers it: generators that know no webhooks would leave its schemas out.
function writeEventCall(building: Building) {
  return {
    tags: ['Webhooks'],
    security: [],
    summary: 'An event',
    description:
      'The messages that the service sends to the address of a webhook, in order, until it is answered with 2xx within 15 s as CloudEvents 1.0. Each is signed as Standard Webhooks says.',
    parameters: WEBHOOK_HEADERS,
    requestBody: {
      required: true,
      content: {
        ...writeBody(building, {
          ...bodyOf(WebhookCloudEvent, EXAMPLE_MESSAGE),
          mediaType: 'application/cloudevents+json',
        }),
      },
    },
    responses: {
      '2XX': { description: 'The message was taken.' },
      '4XX': { description: 'It was not. Like any other answer, this means: send it again.' },
    },
  };
}

function writeHeaders({ schemas }: Building, names: readonly AnswerHeader[], required: boolean): Json {
  const written = names.map((name) => {
    const { schema, ...header } = ANSWER_HEADERS[name];
    return [name, { ...header, schema: schemas.add(schema), required }];
  });
  return Object.fromEntries(written) as Json;
}

function writeBody({ schemas }: Building, { schema, example, mediaType = 'application/json' }: Body): Json {
  return { [mediaType]: { schema: schemas.add(schema), example } };
}

function writeAnswer(building: Building, answer: Answer): Json {
  const { name, description, headers = ['X-Request-Id'], mayHave = [], body, alsoAs } = answer;
  const allHeaders = { ...writeHeaders(building, headers, true), ...writeHeaders(building, mayHave, false) };
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
