import type { Static, TSchema } from 'typebox';
import { ERROR_STATUS, type ErrorCode, ErrorResponse, ServerError } from '../error/schema.ts';
import type { Scope } from '../identity/schema.ts';
import type { AnswerHeader } from './answer-headers.ts';

export const TAGS = [
  { name: 'Tokens', description: 'Where access tokens come from, and what others need to check them.' },
  { name: 'Sites and schedules', description: 'What is set, how the sites are, and setting schedules.' },
  { name: 'Fleet', description: 'How the sites are, all of them at a glance.' },
  { name: 'Delivery', description: 'What became of what was set: derived from the reports of the controllers.' },
  { name: 'History', description: 'What was set, when and by whom.' },
  {
    name: 'Plan and headroom',
    description: 'What will happen on a site and why, what a batch would change, and how much more fits.',
  },
  { name: 'Holds', description: 'Stopping what was asked for without forgetting it: the emergency stop.' },
  { name: 'Events', description: 'What happens, as it happens; without loss for whoever comes back.' },
  { name: 'Following', description: 'What was measured, and whether the sites did what was planned.' },
  { name: 'Webhooks', description: 'Events sent to an address of the client. Needs the scope fleet:webhooks.' },
  { name: 'Site registry', description: 'Which sites there are. Needs the scope fleet:admin.' },
  {
    name: 'Client registry',
    description: 'Which clients there are and what they may do. Needs the scope fleet:admin.',
  },
  {
    name: 'Controllers',
    description:
      'What the controller on a site asks, with the key of its site. Over MQTT the same documents travel: [AsyncAPI](/asyncapi.json).',
  },
] as const;

/** A body as it travels: its schema, and a value of that schema to learn from. */
export interface Body {
  /** JSON when left out. */
  readonly mediaType?: 'application/json' | 'text/csv' | 'text/event-stream' | 'application/x-www-form-urlencoded';
  readonly schema: TSchema;
  readonly example: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Only where it must be sent: the page puts examples into the request that it shows. */
  readonly example?: string;
}

/** One status an operation answers with. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  readonly body?: Body;
  /** The same in another form, for who asks for it. */
  readonly alsoAs?: Body;
  readonly headers: readonly AnswerHeader[];
  /** Headers that only some answers of this status carry. */
  readonly mayHave?: readonly AnswerHeader[];
  /** Given to answers that many operations share. */
  readonly name?: string;
}

/** One thing a caller can ask, and every answer to it. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: (typeof TAGS)[number]['name'];
  readonly summary: string;
  readonly description: string;
  /** The scope its token needs; open to anyone without one. */
  readonly scope?: Scope;
  /** For what takes the secret of a client, or the key of a controller, in place of a token. */
  readonly credential?: 'client-secret' | 'controller-key';
  readonly parameters?: readonly Parameter[];
  readonly request?: Body;
  readonly answers: readonly Answer[];
}

/** Ties an example to its schema: one that does not fit is a type error. */
export function bodyOf<Schema extends TSchema>(schema: Schema, example: Static<Schema>): Body {
  return { schema, example };
}

export interface Refusal {
  readonly message: string;
  readonly description: string;
  readonly headers?: readonly AnswerHeader[];
  readonly mayHave?: readonly AnswerHeader[];
  readonly name?: string;
}

/** An answer with an error in its body. */
export function refusalOf(code: ErrorCode, { message, headers = ['X-Request-Id'], ...rest }: Refusal): Answer {
  const status = ERROR_STATUS[code];
  const schema = status >= 500 ? ServerError : ErrorResponse;
  return { status, body: bodyOf(schema, { error: code, message }), headers, ...rest };
}

/** The answers of an operation in order; its own stand in for shared ones of the same status. */
export function answersOf(own: readonly Answer[], shared: readonly Answer[]): readonly Answer[] {
  const isOwn = (status: number) => own.some((answer) => answer.status === status);
  const all = [...own, ...shared.filter(({ status }) => !isOwn(status))];
  return all.sort((one, other) => one.status - other.status);
}
