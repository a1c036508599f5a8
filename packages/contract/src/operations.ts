import { acknowledgementOperations } from './acknowledgements/operations.ts';
import { alertOperations } from './alerts/operations.ts';
import { auditOperations } from './audit/operations.ts';
import { authorityOperations } from './authority/operations.ts';
import { deliveryOperations } from './delivery/operations.ts';
import { deviceOperations } from './devices/operations.ts';
import { eventOperations } from './events/operations.ts';
import { followingOperations } from './following/operations.ts';
import { controllerOperations } from './gateway/operations.ts';
import { headroomOperations } from './headroom/operations.ts';
import { healthOperations } from './health/operations.ts';
import { historyOperations } from './history/operations.ts';
import { holdOperations } from './holds/operations.ts';
import { tokenOperations } from './identity/operations.ts';
import { nodeOperations, statusOperations } from './nodes/operations.ts';
import { overviewOperations } from './overview/operations.ts';
import { peopleOperations } from './people/operations.ts';
import { sessionOperations } from './people/session-operations.ts';
import { planOperations } from './plan/operations.ts';
import { portfolioOperations } from './portfolios/operations.ts';
import { availabilityOperations } from './pools/availability/operations.ts';
import { sumOperations } from './pools/sums/operations.ts';
import { seatOperations } from './pools/seats/operations.ts';
import { signalOperations } from './pools/signals/operations.ts';
import { poolOperations } from './pools/operations.ts';
import { registryDocumentOperations } from './registry/operations.ts';
import { clientRegistryOperations } from './registry/clients/operations.ts';
import { grantOperations } from './registry/grants/operations.ts';
import { controllerKeyOperations } from './registry/keys/operations.ts';
import { signingKeyOperations } from './registry/signing-keys/operations.ts';
import { siteRegistryOperations } from './registry/sites/operations.ts';
import { subjectOperations } from './registry/subjects/operations.ts';
import { scheduleOperations } from './schedules/operations.ts';
import { siteOperations } from './sites/operations.ts';
import { validateOperations } from './validate/operations.ts';
import { webhookOperations } from './webhooks/operations.ts';
import type { Body, Operation } from './operations/operation.ts';
import type { Static, TSchema } from 'typebox';

const table = [
  ...siteOperations,
  ...scheduleOperations,
  ...healthOperations,
  ...portfolioOperations,
  ...statusOperations,
  ...overviewOperations,
  ...acknowledgementOperations,
  ...deviceOperations,
  ...nodeOperations,
  ...deliveryOperations,
  ...historyOperations,
  ...planOperations,
  ...headroomOperations,
  ...followingOperations,
  ...validateOperations,
  ...holdOperations,
  ...poolOperations,
  ...signalOperations,
  ...seatOperations,
  ...availabilityOperations,
  ...sumOperations,
  ...eventOperations,
  ...webhookOperations,
  ...siteRegistryOperations,
  ...controllerKeyOperations,
  ...authorityOperations,
  ...clientRegistryOperations,
  ...grantOperations,
  ...subjectOperations,
  ...peopleOperations,
  ...sessionOperations,
  ...registryDocumentOperations,
  ...signingKeyOperations,
  ...auditOperations,
  ...alertOperations,
  ...controllerOperations,
  ...tokenOperations,
] as const satisfies readonly Operation[];

/** Everything a caller can ask of the service, in the order of the document. */
export const OPERATIONS: readonly Operation[] = table;

type Row = (typeof table)[number];
type RowAt<Method extends string, Path extends string> = Extract<Row, { method: Lowercase<Method>; path: Path }>;
type ValueOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

export type OperationId = Row['id'];

/** The row of an operation. */
export type RowOf<Id extends OperationId> = Extract<Row, { id: Id }>;

export type OperationPath = Row['path'];

/** The methods that a path takes. */
export type MethodAt<Path extends OperationPath> = Uppercase<Extract<Row, { path: Path }>['method']>;

/** The body of a successful answer; undefined for one without. */
export type AnswerTo<Method extends string, Path extends string> =
  RowAt<Method, Path> extends { success: { body: Body<infer Schema> } } ? ValueOf<Schema> : undefined;

/** The body of a request; undefined for one without. */
export type RequestTo<Method extends string, Path extends string> =
  RowAt<Method, Path> extends { request: Body<infer Schema> } ? ValueOf<Schema> : undefined;

/** The names of the query parameters. */
export type QueryOf<Method extends string, Path extends string> =
  RowAt<Method, Path> extends { parameters: readonly (infer Parameter)[] }
    ? Extract<Parameter, { in: 'query' }> extends { name: infer Name extends string }
      ? Name
      : never
    : never;

/** The names of the parameters in a path. */
export type ParameterIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
