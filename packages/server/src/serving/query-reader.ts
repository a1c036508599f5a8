import { LIMITS, type Parameter } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { readInstant } from '../http/read/read-instant.ts';
import { readQuery } from '../http/read/read-query.ts';
import { badQuery } from '../wire/bad-request.ts';

type Read = (text: string) => unknown;

/** Reads the query of a row: each parameter known, given once, and of the kind that its schema says; prepared once. */
export function queryReader(
  parameters: readonly Parameter[],
): (request: Pick<FastifyRequest, 'query'>) => Record<string, unknown> {
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const names = own.map(({ name }) => name);
  const readers = own.map((parameter) => ({ ...parameter, read: readerOf(parameter) }));
  const defaults = Object.fromEntries(
    own.flatMap(({ name, schema }) => ('default' in schema ? [[name, schema.default]] : [])),
  );
  return (request) => {
    const given = readQuery(request, names);
    const found: Record<string, unknown> = { ...defaults };
    for (const { name, required, hint, read } of readers) {
      const text = given[name];
      if (text !== undefined) found[name] = read(text);
      else if (required) throw badQuery(name, `${name} is missing${hint === undefined ? '' : `; ${hint}`}`);
    }
    return found;
  };
}

interface Described {
  readonly type?: string;
  readonly format?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

function readerOf(parameter: Parameter): Read {
  const { name, schema } = parameter;
  const { type, format, const: only, enum: values, minimum = 0, maximum } = schema as Described;
  if (only !== undefined) return (text) => text === only || throwWrong(name, `${name} must be ${only}`);
  if (values !== undefined)
    return (text) => values.find((one) => one === text) ?? throwWrong(name, oneOf(name, values));
  if (format === 'date-time') return (text) => readInstant(name, text);
  if (type === 'boolean')
    return (text) => text === 'true' || (text !== 'false' && throwWrong(name, oneOf(name, BOOLEANS)));
  if (type === 'integer') return (text) => wholeNumber(text, name, minimum, maximum);
  return (text) => textWithin(text, parameter);
}

function textWithin(text: string, { name, schema }: Parameter): string {
  const { minLength = 0, maxLength = Infinity } = schema as Described;
  if (text.length < minLength) throwWrong(name, `${name} must not be empty`);
  // JSON Schema counts characters, not the halves of them.
  if (text.length > maxLength && Array.from(text).length > maxLength)
    throwWrong(name, `${name} may have at most ${maxLength} characters`);
  return text;
}

const BOOLEANS = ['true', 'false'];

function wholeNumber(text: string, name: string, minimum: number, maximum: number | undefined): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= (maximum ?? LIMITS.maxVersion)) return value;
  throw badQuery(
    name,
    `${name} must be a whole number${maximum === undefined ? '' : ` from ${minimum} to ${maximum}`}`,
  );
}

function oneOf(name: string, values: readonly string[]): string {
  const list = values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ');
  return `${name} must be ${list}`;
}

function throwWrong(name: string, message: string): never {
  throw badQuery(name, message);
}
