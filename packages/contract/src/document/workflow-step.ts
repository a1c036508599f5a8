import type { Static, TSchema } from 'typebox';
import type { deliveryOperations } from '../delivery/operations.ts';
import type { headroomOperations } from '../headroom/operations.ts';
import type { tokenOperations } from '../identity/operations.ts';
import type { Body } from '../operations/operation.ts';
import type { signalOperations } from '../pools/signals/operations.ts';
import type { sumOperations } from '../pools/sums/operations.ts';
import type { scheduleOperations } from '../schedules/operations.ts';
import type { siteOperations } from '../sites/operations.ts';
import type { validateOperations } from '../validate/operations.ts';

/** A runtime expression of Arazzo. */
type Expression = `$${string}`;

type Value = string | number | boolean;

/** A call of a workflow, with what must be true of its answer beside the status, and what later steps use of it. */
export interface WorkflowStep {
  readonly stepId: string;
  readonly description: string;
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, Value | undefined>>;
  readonly payload?: unknown;
  /** Left out, the input `accessToken`. */
  readonly token?: Expression;
  readonly conditions?: readonly string[];
  readonly retry?: Retry;
  readonly outputs: Readonly<Record<string, Expression>>;
}

/** When it was too early to ask. */
interface Retry {
  readonly condition: string;
  readonly afterSeconds: number;
  readonly limit: number;
}

type Row = (
  | typeof deliveryOperations
  | typeof headroomOperations
  | typeof scheduleOperations
  | typeof signalOperations
  | typeof siteOperations
  | typeof sumOperations
  | typeof tokenOperations
  | typeof validateOperations
)[number];

type RowOf<Id extends Row['id']> = Extract<Row, { id: Id }>;
type ParameterOf<One> = One extends { parameters: readonly (infer Parameter)[] }
  ? Exclude<Parameter, { onlyOf: 'text/csv' }>
  : never;
type NameOf<Parameter, IsRequired extends boolean> =
  Extract<Parameter, { required: IsRequired }> extends { name: infer Name extends string } ? Name : never;

type Parameters<Parameter> = Readonly<Record<NameOf<Parameter, true>, Value>> & {
  readonly [Name in NameOf<Parameter, false>]?: Value;
};

/** The fields of a body, each as it stands or as an expression. */
type Payload<One> = One extends { request: Body<infer Schema extends TSchema> }
  ? { readonly payload: { readonly [Field in keyof Static<Schema>]: unknown } }
  : { readonly payload?: undefined };

type StepOf<Id extends Row['id']> = Omit<WorkflowStep, 'parameters' | 'payload'> &
  Payload<RowOf<Id>> & { readonly operationId: Id; readonly parameters: Parameters<ParameterOf<RowOf<Id>>> };

/** Ties a step to its operation: an operation, a parameter or a field that does not exist is a type error. */
export function workflowStep<const Id extends Row['id']>(step: StepOf<Id>): WorkflowStep {
  return step;
}
