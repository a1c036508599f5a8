import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { schemasIn } from '../../testing/schemas-in.ts';
import { documentedOperations } from '../operations/documented-operations.ts';
import { OPERATIONS } from '../operations.ts';
import { type ArazzoStep, buildArazzo } from './build-arazzo.ts';
import { buildOpenapi } from './build-openapi.ts';
import { workflowStep } from './workflow-step.ts';

const PUBLIC_URL = 'https://setpoint.example.com';
const document = buildArazzo(OPERATIONS, PUBLIC_URL);
const openapi = buildOpenapi(OPERATIONS, PUBLIC_URL);
const steps = document.workflows.flatMap((workflow) => workflow.steps.map((step) => ({ ...step, workflow })));

const name = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' };
const text = { type: 'string', minLength: 1 };
const closed = (required: object, optional: object = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});
const listOf = (items: object) => ({ type: 'array', minItems: 1, uniqueItems: true, items });
const criteria = listOf(closed({ condition: text }));
const outputs = {
  type: 'object',
  patternProperties: { '^[a-zA-Z0-9._-]+$': { type: 'string', pattern: '^\\$' } },
  additionalProperties: false,
};
const inputs = closed(
  { type: { const: 'object' }, properties: { type: 'object' }, required: { type: 'array' } },
  { additionalProperties: { const: false } },
);

// Arazzo 1.0.1 §4.6, of what is used here, where it is stricter: each step is a call of an operation.
const ARAZZO = closed({
  arazzo: { const: '1.0.1' },
  info: closed({ title: text, version: text }, { summary: text, description: text }),
  sourceDescriptions: listOf(closed({ name, url: text, type: { enum: ['openapi', 'arazzo'] } })),
  workflows: listOf(
    closed({
      workflowId: name,
      summary: text,
      description: text,
      inputs,
      outputs,
      steps: listOf(
        closed(
          { stepId: name, operationId: text, description: text, successCriteria: criteria, outputs },
          {
            parameters: listOf(closed({ name: text, in: { enum: ['path', 'query', 'header', 'cookie'] }, value: {} })),
            requestBody: closed({ contentType: text, payload: {} }),
            onFailure: listOf(
              closed(
                { name: text, type: { enum: ['end', 'goto', 'retry'] } },
                { retryAfter: { type: 'number', minimum: 0 }, retryLimit: { type: 'integer', minimum: 0 }, criteria },
              ),
            ),
          },
        ),
      ),
    }),
  ),
});

describe('the Arazzo document', () => {
  const isArazzo = new Ajv2020({ strict: false, allErrors: true }).compile(ARAZZO);
  const written = JSON.parse(JSON.stringify(document)) as typeof document;

  it('has what Arazzo 1.0.1 asks for, and nothing else', () => {
    expect([isArazzo(written), isArazzo.errors]).toEqual([true, null]);
    expect(document.sourceDescriptions).toEqual([
      { name: 'setpoint', url: `${PUBLIC_URL}/openapi.json`, type: 'openapi' },
    ]);
  });

  it.each([
    ['a name with a space', { workflowId: 'set day' }],
    ['no steps', { steps: [] }],
    ['an output that is no expression', { outputs: { state: 'accepted' } }],
  ])('is told from one with %s', (_case, change) => {
    expect(isArazzo({ ...written, workflows: [{ ...written.workflows[0], ...change }] })).toBe(false);
  });

  it('names each workflow, and each step of one, once', () => {
    const ids = document.workflows.map(({ workflowId }) => workflowId);
    expect(ids).toEqual(['connectClient', 'setDay', 'checkThenSplice', 'bookReserve', 'askPool']);
    const places = steps.map(({ workflow, stepId }) => `${workflow.workflowId} ${stepId}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('has inputs that are schemas, without a format: validators that know none stop at one', () => {
    for (const { inputs: schema } of document.workflows)
      expect(new Ajv2020({ strict: false, validateFormats: false }).validateSchema(schema)).toBe(true);
    expect(schemasIn(document).filter((schema) => typeof schema['format'] === 'string')).toEqual([]);
  });

  it.each(steps)('calls an operation of the OpenAPI document with all that it needs: $stepId', (step) => {
    const row = rowOf(step);
    const { parameters = [], requestBody, responses } = row;
    const given = (step.parameters ?? []).map((one) => `${one.in} ${one.name}`);
    expect(new Set(given).size).toBe(given.length);
    const taken = parameters.map((one) => `${one.in} ${one.name}`);
    expect(given.filter((one) => ![...taken, 'header Authorization'].includes(one))).toEqual([]);
    const needed = parameters.filter(({ required }) => required).map((one) => `${one.in} ${one.name}`);
    expect(given).toEqual(expect.arrayContaining(needed));
    expect(given.includes('header Authorization')).toBe(row.security.length > 0);
    expect(step.requestBody?.contentType).toBe(Object.keys(requestBody?.content ?? {})[0]);
    const statuses = Object.keys(responses).map((status) => `$statusCode == ${status}`);
    expect(statuses).toContain(step.successCriteria[0]?.condition);
  });

  it.each(steps)('says with each expression what is there by then: $stepId', ({ workflow, ...step }) => {
    const isKnownBefore = knownIn(workflow, step.stepId);
    const before = expressionsIn([step.parameters, step.requestBody]);
    expect(before.filter((one) => !isKnownBefore(one))).toEqual([]);
    const after = expressionsIn([step.successCriteria, step.onFailure, step.outputs]);
    expect(after.filter((one) => !isKnownBefore(one) && !isAnswered(one, step))).toEqual([]);
  });

  it.each(document.workflows)('ends with what its steps told: $workflowId', (workflow) => {
    expect(expressionsIn(workflow.outputs).filter((one) => !knownIn(workflow)(one))).toEqual([]);
  });

  it('cannot be built over an operation that is not there', () => {
    expect(() => buildArazzo([], PUBLIC_URL)).toThrow('getToken: there is no operation issueToken');
    const some = { stepId: 'some', description: 'Some.', outputs: {} };
    // @ts-expect-error -- there is no such operation
    workflowStep({ ...some, operationId: 'eatSites', parameters: {} });
    // @ts-expect-error -- there is no such parameter
    workflowStep({ ...some, operationId: 'getSite', parameters: { siteId: '$inputs.siteId', day: 'monday' } });
    // @ts-expect-error -- the site is missing
    workflowStep({ ...some, operationId: 'getSite', parameters: {} });
    // @ts-expect-error -- the body has no such field
    workflowStep({ ...some, operationId: 'getHeadroom', parameters: {}, payload: { from: '', to: '', pool: '' } });
  });
});

type Workflow = (typeof document.workflows)[number];

interface Row {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: object;
  readonly security: readonly object[];
}

function rowOf({ operationId }: ArazzoStep): Row {
  const rows = Object.values(openapi.paths).flatMap((methods) => Object.values(methods));
  const row = rows.find((one) => one['operationId'] === operationId);
  if (row === undefined) throw new Error(`there is no ${operationId}`);
  return row as unknown as Row;
}

/** What inputs say, and the outputs of steps before one; of all, if none is named. */
function knownIn({ inputs: schema, steps: all }: Workflow, stepId?: string) {
  const at = all.findIndex((step) => step.stepId === stepId);
  const told = (at === -1 ? all : all.slice(0, at)).flatMap((step) =>
    Object.keys(step.outputs).map((output) => `$steps.${step.stepId}.outputs.${output}`),
  );
  const { properties } = schema as { properties: object };
  const known = new Set([...told, ...Object.keys(properties).map((input) => `$inputs.${input}`)]);
  return (expression: string) => known.has(expression);
}

/** Whether an answer has it, by the example of the operation. */
function isAnswered(expression: string, { operationId }: ArazzoStep): boolean {
  if (expression === '$statusCode') return true;
  const operation = OPERATIONS.flatMap(documentedOperations).find(({ id }) => id === operationId);
  const { body, headers = [] } = operation?.success ?? {};
  const [source, pointer] = expression.split('#/');
  if (pointer === undefined) return headers.some((header) => expression === `$response.header.${header}`);
  const found = pointer.split('/').reduce<unknown>(fieldOf, body?.example);
  return source === '$response.body' && found !== undefined;
}

function fieldOf(value: unknown, key: string): unknown {
  return (value as Record<string, unknown> | undefined)?.[key];
}

function expressionsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(/\$[^\s{}]+/g)].map(([expression]) => expression);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
}
