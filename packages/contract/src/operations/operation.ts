import { type Static, type TSchema, Type } from 'typebox';
import type { Scope } from '../schema/scope.ts';
import type { AnswerHeader } from './answer-headers.ts';
import type { TAGS } from './tags.ts';

/** A body as it travels: its schema, and an example. */
export interface Body<Schema extends TSchema = TSchema> {
  /** JSON if left out. */
  readonly mediaType?:
    | 'application/json'
    | 'application/cloudevents+json'
    | 'text/csv'
    | 'text/event-stream'
    | 'application/x-www-form-urlencoded';
  readonly schema: Schema;
  readonly example: unknown;
  /** The most bytes of a body that is sent to the service; 64 KiB if left out. */
  readonly maxBytes?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>> | TSchema;
  /** With `false`, the values of an array stand in one parameter, separated by commas. */
  readonly explode?: boolean;
  /** Only for required parameters: the reference page puts examples into the request that it shows. */
  readonly example?: string | number;
  /** What to tell a caller that leaves out a required one. */
  readonly hint?: string;
  /** For one that means something beside a body in this form alone. */
  readonly onlyOf?: 'text/csv';
}

/** One status an operation answers with. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  readonly body?: Body;
  /** The same in another form, for a caller that accepts it. */
  readonly alsoAs?: Body;
  /** `X-Request-Id` if left out. */
  readonly headers?: readonly AnswerHeader[];
  /** Headers that only some answers of this status carry. */
  readonly mayHave?: readonly AnswerHeader[];
  /** For answers that several operations share; the document writes them once, by this name. */
  readonly name?: string;
  /** Whether it has a secret that is shown this once, so that nobody may store it on the way. */
  readonly isSecret?: boolean;
}

/**
 * The share that a request costs beyond the turn in which every request of a caller begins:
 * `computed`, a part of the answers that may be computed at once, and turns to compute;
 * `large-body`, one of the large bodies that may be under way at once.
 */
export type Bound = 'computed' | 'large-body';

/** One thing a caller can ask, and every answer to it; `answersTo` adds those that many operations share. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: (typeof TAGS)[number]['name'];
  readonly summary: string;
  readonly description: string;
  /** The scope that the token must have; without one, anyone may call. */
  readonly scope?: Scope;
  /** A second scope that it must have. */
  readonly alsoScope?: Scope;
  /** For an operation that takes any token, whatever its scopes, or the secret of a client or the key of a controller. */
  readonly credential?: 'any-token' | 'client-secret' | 'controller-key';
  readonly bound?: Bound;
  /** Whether a GET is there for HEAD too; not if it is computed, or if this is false: its answer would be thrown away. */
  readonly head?: false;
  readonly parameters?: readonly Parameter[];
  readonly request?: Body;
  /** The same in another form. */
  readonly requestAlsoAs?: Body;
  /** Where the service sends events because of it, as a runtime expression of OpenAPI. */
  readonly sendsEventsTo?: string;
  readonly success: Answer;
  readonly otherwise?: readonly Answer[];
}

/** The body of a stream of server-sent events: OpenAPI 3.1 sees one text, so what each event contains is named beside it. */
export function eventStreamOf(events: TSchema, example: string) {
  const contentSchema = { type: 'array', items: events };
  const schema = Type.Unsafe<string>({ type: 'string', contentMediaType: 'text/event-stream', contentSchema });
  return { mediaType: 'text/event-stream', schema, example } as const;
}

/** Ties an example to its schema: one that does not fit is a type error. */
export function bodyOf<Schema extends TSchema>(schema: Schema, example: Static<Schema>): Body<Schema> {
  return { schema, example };
}

// The types of both are those that are given, as in a row that names them one by one.
const by =
  <const Method extends Operation['method']>(method: Method) =>
  <const Path extends string>(path: Path) => ({ method, path });

export const get = by('get');
export const post = by('post');
export const put = by('put');
export const patch = by('patch');
export const remove = by('delete');

/** The answer of an operation that did what it was asked. */
export function ok<Schema extends TSchema>(description: string, schema: Schema, example: Static<Schema>) {
  return { status: 200, description, body: bodyOf(schema, example) } as const;
}

/** The answer of an operation that made something, with a secret that is shown this once. */
export function shownOnce<Schema extends TSchema>(description: string, schema: Schema, example: Static<Schema>) {
  return { ...ok(description, schema, example), status: 201, isSecret: true } as const;
}
