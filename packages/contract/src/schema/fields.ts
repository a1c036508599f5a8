import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { ASSETS, COMMAND_TYPES } from './catalogue.ts';
import { SCOPES } from './scope.ts';

interface Options {
  readonly minProperties?: number;
  readonly title?: string;
  readonly [DOCUMENTED]?: Readonly<Record<string, unknown>>;
  readonly description?: string;
}

/** What a schema means in one place. */
export const USE = 'x-use';
/** What only documents say of a schema, because the service says it better than a check by schema could. */
export const DOCUMENTED = 'x-documented';

/** For documents alone: exactly one of some fields is there. */
export const exactlyOneOf = (names: readonly string[]) => ({
  // Generators make a type of its own for each branch of a `oneOf`; what follows from a condition they leave alone.
  if: { type: 'object' },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { oneOf: names.map(withField) },
});

/** For documents alone: a field is there. Linters want a field that is required beside its own schema. */
export const withField = (name: string) => ({ properties: { [name]: {} }, required: [name] });

const described = (description?: string) => (description === undefined ? {} : { description });

/** A text that a person reads in one line: no control characters, and no marks that turn what stands beside it around. */
export const line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, format: 'line', description });

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
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...described(description) });
}

/**
 * As `oneOf`; documents write it once, under its title, so that a generated client has one type for it. No two of them
 * may have a value in common: in Go, all are constants of one package.
 */
export function named<const Values extends readonly string[]>(title: string, values: Values, description: string) {
  return Type.Unsafe<Values[number]>({ title, type: 'string', enum: [...values], description });
}

/** A flag that can only be this. Generators read the constant of a boolean as a text, so documents do not show it. */
export function only<const Value extends boolean>(value: Value, description: string) {
  return Type.Unsafe<Value>({ type: 'boolean', const: value, description, [DOCUMENTED]: { const: undefined } });
}

/** A flag that is set or left out. */
export function onlyTrue(description: string) {
  return only(true, description);
}

/** A titled schema with what it means in one place; documents write that beside the reference. */
export function used<Schema extends TSchema>(schema: Schema, use: string) {
  return Type.Unsafe<Static<Schema>>({ ...schema, [USE]: use });
}

export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const uuidOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description });

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
  return Type.Unsafe<Values[number] | null>({
    type: ['string', 'null'],
    enum: [...values, null],
    ...described(description),
  });
}

export const AssetName = named('Asset', ASSETS, 'An asset group: all devices of one kind on a site, set together.');

export const CommandTypeName = named(
  'CommandType',
  COMMAND_TYPES,
  'A command type. Each asset accepts only some of them.',
);

/** What an entry sets: a setpoint, or a limit of the connection point. */
export const followedType = (description: string) =>
  oneOf(['activePowerkW', 'upperLimitkW', 'lowerLimitkW'], description);

export const DirectionName = named(
  'Direction',
  ['import', 'export'],
  '`import`: the site takes power from the grid. `export`: it feeds power into the grid.',
);

export const ScopeName = named('Scope', SCOPES, 'Limits the use of a token; grants decide for which sites.');

/** The fields that say which command is meant. */
export const pair = { asset: AssetName, type: CommandTypeName };

/** The last field of every page of a list. */
export const nextCursor = textOrNull('null on the last page.');
