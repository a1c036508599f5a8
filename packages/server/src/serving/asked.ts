import type {
  BatchId,
  Body,
  ClientId,
  HoldId,
  OperationId,
  ParameterIn,
  PoolId,
  RowOf,
  SiteId,
} from '@setpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Answer } from '../computing/answer.ts';
import type { SiteHead } from '../access/sites/site-head.ts';
import type { Caller } from '../identity/caller.ts';
import type { Deed } from '../trail/deed.ts';

/** What a path names, by the name of its parameter. */
export interface PathIds {
  readonly siteId: SiteId;
  readonly poolId: PoolId;
  readonly personId: ClientId;
  readonly groupId: ClientId;
  readonly clientId: ClientId;
  readonly holdId: HoldId;
  readonly batchId: BatchId;
  readonly parentBatchId: BatchId;
  readonly alertId: string;
  readonly webhookId: string;
  readonly keyId: string;
  readonly sessionId: string;
}

/** A request whose caller, scope, bound, ids and site were looked at, in this order; its query and body are not read. */
export interface Admitted<Id extends OperationId> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** What the caller does with it, for the record. */
  readonly by: Deed;
  readonly ids: Pick<PathIds, Extract<ParameterIn<RowOf<Id>['path']>, keyof PathIds>>;
  /** The site that the path names, which the caller may see; it may set it, if that is what the operation does. */
  readonly site: RowOf<Id> extends AboutSite ? SiteHead : undefined;
  /** Waits for another turn, before the next part of what computes long, and after a read: on PostgreSQL, many come back at once. */
  readonly turn: () => Promise<void>;
  /**
   * Sends an answer that takes computing, made away from the event loop in turns of the caller; once for all who ask
   * for `joinedAs` meanwhile.
   */
  readonly compute: <Input>(answer: Answer<Input>, input: Input, joinedAs?: unknown) => Promise<unknown>;
  /** Reads and checks the query. */
  readonly readQuery: () => QueryOfRow<RowOf<Id>>;
  /** Reads and checks the body. */
  readonly readBody: () => Promise<BodyOf<RowOf<Id>>>;
}

/** A row about one site, for callers that may see it. */
interface AboutSite {
  readonly path: `${string}/sites/:siteId${string}`;
  readonly scope: 'sites:read' | 'schedules:write';
}

/** The same with its query and its body, read and checked. */
export interface Asked<Id extends OperationId> extends Admitted<Id> {
  readonly query: QueryOfRow<RowOf<Id>>;
  readonly body: BodyOf<RowOf<Id>>;
}

/** What a row answers with when all is well. */
export type Answered<Id extends OperationId> =
  RowOf<Id> extends { success: { body: Body<infer Schema> } } ? Static<Schema> : void;

type BodyOf<Row> = Row extends { request: Body<infer Schema> } ? Static<Schema> : undefined;

type QueryOfRow<Row> = Row extends { parameters: readonly (infer Parameter)[] }
  ? { readonly [One in Given<Parameter> as One['name']]: ValueOf<One['schema']> } & {
      readonly [One in MayLack<Parameter> as One['name']]?: ValueOf<One['schema']>;
    }
  : object;

interface InQuery {
  readonly name: string;
  readonly in: 'query';
  readonly schema: unknown;
}
type Given<Parameter> = Extract<Parameter, InQuery & ({ required: true } | { schema: { default: unknown } })>;
type MayLack<Parameter> = Exclude<Extract<Parameter, InQuery>, Given<Parameter>>;

// An instant is read to milliseconds. A schema whose type is not a literal would have no type here.
type ValueOf<Schema> = Schema extends { readonly type: infer Type }
  ? string extends Type
    ? never
    : Schema extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : Schema extends { readonly const: string; readonly type: 'string' }
        ? true
        : Schema extends { readonly format: 'date-time' } | { readonly type: 'integer' }
          ? number
          : Schema extends { readonly type: 'boolean' }
            ? boolean
            : string
  : Schema extends TSchema
    ? Static<Schema>
    : never;
