import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { ASSETS, COMMAND_TYPES } from './catalogue.ts';

interface Options {
  readonly minProperties?: number;
  readonly title?: string;
  readonly description?: string;
}

const described = (description?: string) => (description === undefined ? {} : { description });

/** An object that accepts no other properties. */
export function closed<Fields extends TProperties>(fields: Fields, options: Options = {}) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}

/** As `closed`; documents write it once, under its title. */
export function titled<Fields extends TProperties>(title: string, fields: Fields, options: Options = {}) {
  return closed(fields, { title, ...options });
}

export const text = (description?: string) => Type.String(described(description));
export const number = (description?: string) => Type.Number(described(description));
export const integer = (description?: string) => Type.Integer(described(description));
export const boolean = (description?: string) => Type.Boolean(described(description));
export const uuid = (description?: string) => Type.String({ format: 'uuid', ...described(description) });
export const instant = (description?: string) => Type.String({ format: 'date-time', ...described(description) });

export function oneOf<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Enum([...values] as Values[number][], described(description));
}

export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const numberOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description });
export const integerOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });
export const instantOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }], ...described(description) });
}

export function oneOfOrNull<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Unsafe<Values[number] | null>({ enum: [...values, null], ...described(description) });
}

/** The fields that say which command is meant. */
export const pair = { asset: oneOf(ASSETS), type: oneOf(COMMAND_TYPES) };

/** The last field of every page of a list. */
export const nextCursor = textOrNull('null on the last page.');
