import type { ArazzoDocument, ArazzoStep, OpenapiDocument } from '@setpoint/contract';
import type { Call, Reply } from '@setpoint/server/testing/ask';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Values = Readonly<Record<string, unknown>>;

/** What a tool has that runs workflows: two documents, and a way to send what they say. */
export interface WorkflowRun {
  readonly arazzo: ArazzoDocument;
  readonly openapi: OpenapiDocument;
  readonly send: (call: Call, operationId: string) => Promise<Reply>;
  readonly pause: (seconds: number) => Promise<void>;
}

interface Seen {
  readonly inputs: Values;
  readonly steps: Readonly<Record<string, { readonly outputs: Values }>>;
  readonly statusCode?: number;
  readonly answer?: Reply;
}

/** Runs a workflow by its description alone; resolves with its outputs, and ends with the step that failed. */
export async function runWorkflow(run: WorkflowRun, workflowId: string, inputs: Values): Promise<Values> {
  const workflow = run.arazzo.workflows.find((one) => one.workflowId === workflowId);
  if (workflow === undefined) throw new Error(`there is no workflow ${workflowId}`);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  if (!ajv.validate(workflow.inputs, inputs)) throw new Error(`inputs: ${ajv.errorsText()}`);
  let seen: Seen = { inputs, steps: {} };
  for (const step of workflow.steps) {
    const outputs = await runStep(run, step, seen);
    seen = { inputs, steps: { ...seen.steps, [step.stepId]: { outputs } } };
  }
  return resolved(workflow.outputs, seen) as Values;
}

async function runStep(run: WorkflowRun, step: ArazzoStep, before: Seen): Promise<Values> {
  for (let retries = 0; ; retries += 1) {
    const answer = await run.send(callOf(run, step, before), step.operationId);
    const seen = { ...before, answer, statusCode: answer.status };
    const isTrue = ({ condition }: { readonly condition: string }) => holds(condition, seen);
    if (step.successCriteria.every(isTrue)) return resolved(step.outputs, seen) as Values;
    const retry = step.onFailure?.find(({ criteria }) => criteria.every(isTrue));
    if (retry === undefined || retries >= retry.retryLimit)
      throw new Error(`${step.stepId}: ${answer.status} ${answer.text}`);
    await run.pause(retry.retryAfter);
  }
}

function callOf({ openapi }: WorkflowRun, { operationId, parameters = [], requestBody }: ArazzoStep, seen: Seen): Call {
  const place = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, row]) => (row['operationId'] === operationId ? [{ path, method }] : [])),
  )[0];
  if (place === undefined) throw new Error(`the OpenAPI document has no ${operationId}`);
  const given = parameters.map((one) => ({ ...one, value: String(resolved(one.value, seen)) }));
  const of = (where: string) => given.filter((one) => one.in === where);
  const path = of('path').reduce((text, { name, value }) => text.replace(`{${name}}`, value), place.path);
  const query = new URLSearchParams(Object.fromEntries(of('query').map(({ name, value }) => [name, value]))).toString();
  const headers = Object.fromEntries(of('header').map(({ name, value }) => [name, value]));
  const call = { method: place.method.toUpperCase(), path: query === '' ? path : `${path}?${query}` };
  if (requestBody === undefined) return { ...call, headers };
  const { contentType } = requestBody;
  const payload = resolved(requestBody.payload, seen);
  const body = contentType.includes('json')
    ? JSON.stringify(payload)
    : new URLSearchParams(payload as Record<string, string>).toString();
  return { ...call, headers: { ...headers, 'Content-Type': contentType }, body };
}

/** A value with what its expressions stand for. */
function resolved(value: unknown, seen: Seen): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, seen));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, seen)]));
  if (typeof value !== 'string') return value;
  const [before = '', embedded] = value.split('{$');
  if (embedded !== undefined) {
    const [expression = '', after = ''] = embedded.split('}');
    return before + String(known(`$${expression}`, seen)) + after;
  }
  return value.startsWith('$') ? known(value, seen) : value;
}

function known(expression: string, seen: Seen): unknown {
  const value = valueOf(expression, seen);
  if (value === undefined) throw new Error(`${expression} stands for nothing`);
  return value;
}

function valueOf(expression: string, seen: Seen): unknown {
  const [source, pointer] = expression.split('#/');
  if (source === '$response.body')
    return (pointer ?? '').split('/').reduce<unknown>(fieldOf, JSON.parse(seen.answer?.text ?? ''));
  const header = expression.split('$response.header.')[1];
  if (header !== undefined) return seen.answer?.headers[header.toLowerCase()];
  return expression.slice(1).split('.').reduce<unknown>(fieldOf, seen);
}

function fieldOf(value: unknown, key: string): unknown {
  return (value as Values | null | undefined)?.[key];
}

function holds(condition: string, seen: Seen): boolean {
  const [left = '', operator, right = ''] = condition.split(' ');
  const [one, other] = [operandOf(left, seen), operandOf(right, seen)];
  if (operator === '==') return one === other;
  if (typeof one !== 'number' || typeof other !== 'number') return false;
  if (operator === '>') return one > other;
  if (operator === '>=') return one >= other;
  throw new Error(`${condition} is no condition that is known`);
}

function operandOf(text: string, seen: Seen): unknown {
  if (text.startsWith('$')) return valueOf(text, seen);
  return text.startsWith("'") ? text.slice(1, -1) : (JSON.parse(text) as unknown);
}
