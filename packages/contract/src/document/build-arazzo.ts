import type { Operation } from '../operations/operation.ts';
import { PATHS } from '../paths.ts';
import type { WorkflowStep } from './workflow-step.ts';
import { type Workflow, WORKFLOWS } from './workflows.ts';

type Json = Readonly<Record<string, unknown>>;

export interface ArazzoDocument extends Json {
  readonly arazzo: '1.0.1';
  readonly sourceDescriptions: readonly Json[];
  readonly workflows: readonly ArazzoWorkflow[];
}

export interface ArazzoWorkflow extends Omit<Workflow, 'steps' | 'inputs'> {
  readonly inputs: object;
  readonly steps: readonly ArazzoStep[];
}

export interface ArazzoStep {
  readonly stepId: string;
  readonly description: string;
  readonly operationId: string;
  readonly parameters?: readonly ArazzoParameter[];
  readonly requestBody?: { readonly contentType: string; readonly payload: unknown };
  readonly successCriteria: readonly Criterion[];
  readonly onFailure?: readonly RetryAction[];
  readonly outputs: Readonly<Record<string, string>>;
}

interface ArazzoParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly value: unknown;
}

interface Criterion {
  readonly condition: string;
}

interface RetryAction {
  readonly name: string;
  readonly type: 'retry';
  readonly retryAfter: number;
  readonly retryLimit: number;
  readonly criteria: readonly Criterion[];
}

/** Describes what people do with several calls, as an Arazzo 1.0.1 document over the OpenAPI document. */
export function buildArazzo(operations: readonly Operation[], publicUrl: string): ArazzoDocument {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Workflows of Setpoint',
      version: '1.0.0',
      description: 'Tasks that take several calls of the OpenAPI document, one after the other.',
    },
    sourceDescriptions: [{ name: 'setpoint', url: publicUrl + PATHS.openapi, type: 'openapi' }],
    workflows: WORKFLOWS.map((workflow) => ({
      ...workflow,
      steps: workflow.steps.map((step) => writeStep(operations, step)),
    })),
  };
}

function writeStep(operations: readonly Operation[], step: WorkflowStep): ArazzoStep {
  const { stepId, description, operationId, payload, conditions = [], retry, outputs } = step;
  const operation = operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`${stepId}: there is no operation ${operationId}`);
  const { request, success } = operation;
  const parameters = writeParameters(operation, step);
  return {
    stepId,
    description,
    operationId,
    ...(parameters.length > 0 && { parameters }),
    ...(request && { requestBody: { contentType: request.mediaType ?? 'application/json', payload } }),
    successCriteria: [`$statusCode == ${success.status}`, ...conditions].map((condition) => ({ condition })),
    ...(retry && { onFailure: [writeRetry(retry)] }),
    outputs,
  };
}

function writeParameters(operation: Operation, step: WorkflowStep): readonly ArazzoParameter[] {
  const { scope, parameters = [] } = operation;
  const { token = '$inputs.accessToken' } = step;
  const authorization = { name: 'Authorization', in: 'header', value: `Bearer {${token}}` } as const;
  const given = parameters.flatMap(({ name, in: place }) => {
    const value = step.parameters[name];
    return value === undefined ? [] : [{ name, in: place, value }];
  });
  return scope === undefined ? given : [authorization, ...given];
}

function writeRetry({ condition, afterSeconds, limit }: NonNullable<WorkflowStep['retry']>): RetryAction {
  return { name: 'askAgain', type: 'retry', retryAfter: afterSeconds, retryLimit: limit, criteria: [{ condition }] };
}
