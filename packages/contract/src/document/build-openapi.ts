import { collectSchemas, type SchemaCollection } from './collect-schemas.ts';
import { documentedOperations } from '../operations/documented-operations.ts';
import { linksOf } from '../operations/links-of.ts';
import { ANSWER_HEADERS, type AnswerHeader } from '../operations/answer-headers.ts';
import { answersTo } from '../operations/answers-to.ts';
import { EXAMPLE_MESSAGE, WEBHOOK_HEADERS } from '../webhooks/example-message.ts';
import { WebhookCloudEvent } from '../events/webhook-cloud-event.ts';
import { type Answer, type Body, bodyOf, type Operation, type Parameter } from '../operations/operation.ts';
import { TAGS } from '../operations/tags.ts';

/** The introduction of the OpenAPI document, which explains the words of the market before they are used. */
const OPENAPI_INFO = {
  title: 'Setpoint',
  version: '1.0.0',
  summary: 'Schedule energy sites and track delivery.',
  description: `Setpoint keeps the schedules of energy sites and delivers them to the controllers there. Traders and optimisers set power setpoints, limits, and bookings and activations of grid services. Setpoint checks that they fit together and writes them to disk.

| word | meaning |
|---|---|
| site | a connection point with the devices behind it |
| asset (group) | all devices of one kind on a site, set together: \`grid\` (the connection point), \`bess\` (the storage), \`solar\`, \`wind\`, \`genset\`, \`load\`, \`ev\`, \`heatpump\` |
| command | an asset and a command type (a *pair*) with its entries; an *entry* is one value over a range of time |
| batch | one accepted request to set a schedule. Each batch raises the *version* of the site's schedule by one |
| setpoint | the active power that an asset is to keep, in kW |
| limit | the most or the least power allowed at the connection point, whatever else is set |
| state of charge (SoC) | how full the storage is, in percent |
| curtailment | how much of their rated power solar inverters must leave unused, in percent |
| FCR, aFRR, mFRR | services that keep the grid at 50 Hz. FCR (frequency containment reserve) is given by the site itself, which measures the frequency. aFRR and mFRR (automatic and manual frequency restoration reserve) are called by the grid operator |
| booking | aFRR or mFRR that was sold: power that the site keeps free in one direction |
| activation | a call for booked aFRR or mFRR; it must fit the booking |
| headroom | how much more of something fits on top of what is set |

## Authentication

1. An operator adds a client and lets it reach sites: \`setpoint client add NAME\`, \`setpoint grant NAME --all-sites\`, or the calls under *Client registry*. The first prints the id and the secret of the client.
2. The client gets a token: \`curl ADDRESS/oauth/token -d grant_type=client_credentials -d client_id=ID -d client_secret=SECRET\`. The answer has \`access_token\` and \`expires_in\`, in seconds; get the next one before that.
3. It sends the token with every request: \`Authorization: Bearer TOKEN\`.

To try calls on this page, paste a token under *Authentication* as the bearer token, and press *Test Request* next to a call. Calls go to this service, and change what it has.

## Errors

The body of an error is JSON with a code for programs (\`error\`) and a sentence for people (\`message\`). Under \`/api/v1/fleet/\`, an error is \`application/problem+json\` (RFC 9457) for who accepts that by name. Every answer except a 408 has \`X-Request-Id\`. A path that does not exist is answered with 404, and a method that a path does not allow with 405 and \`Allow\`.`,
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
} as const;

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
