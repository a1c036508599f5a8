import { AppError } from '@setpoint/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

/** The first of everything that a schema finds wrong, with the number of the rest. */
interface ShapeFault {
  readonly place: string;
  readonly text: string;
}

export type Shape<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly faults: readonly ShapeFault[] };

const formats = { 'date-time': true, uuid: true } as const;
// 1e400 is JSON and reads as Infinity: no number that a schedule can hold.
const options = {
  // The schemas are our own, and tested: to check them too takes as long as all else at the start.
  meta: false,
  validateSchema: false,
  strict: false,
  strictNumbers: true,
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: false,
  formats,
} as const;
// Explaining costs a hundred times as much as checking.
const LARGEST_TO_EXPLAIN = 1_000;

/** Compiles a check that a value has the shape of a schema; nothing is changed, filled in or left out. */
export function shapeOf<Schema extends TSchema>(schema: Schema): (value: unknown) => Shape<Static<Schema>> {
  const isValid: ValidateFunction<Static<Schema>> = new Ajv(options).compile<Static<Schema>>(schema as object);
  let explain: ValidateFunction | undefined;
  return (value) => {
    if (isValid(value)) return { kind: 'valid', value };
    explain ??= new Ajv({ ...options, allErrors: true }).compile(schema);
    // Of a larger one the first fault is told.
    const explainer = countValues(value, LARGEST_TO_EXPLAIN) < LARGEST_TO_EXPLAIN ? explain : isValid;
    explainer(value);
    return { kind: 'invalid', faults: withoutRepetition(explainer.errors ?? []).map(faultOf) };
  };
}

const LISTED = 10;

/** As `shapeOf`, but a value of another shape is thrown out with its faults in the message. */
export function valueOrThrow<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> {
  const check = shapeOf(schema);
  return (value) => {
    const shape = check(value);
    if (shape.kind === 'valid') return shape.value;
    const lines = shape.faults.slice(0, LISTED).map((fault) => `${fault.place}: ${fault.text}`);
    throw new AppError('bad_request', lines.join('; '));
  };
}

function countValues(value: unknown, upTo: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const item of Object.values(value)) {
    if (count >= upTo) return count;
    count += countValues(item, upTo - count);
  }
  return count;
}

/** Of a value that is no text where a text of a list must be, the list says enough. */
function withoutRepetition(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const listed = new Set(errors.filter(({ keyword }) => keyword === 'enum').map(({ instancePath }) => instancePath));
  return errors.filter(({ keyword, instancePath }) => keyword !== 'type' || !listed.has(instancePath));
}

function faultOf(error: ErrorObject): ShapeFault {
  return { place: placeOf(error), text: textOf(error) };
}

function placeOf({ instancePath }: ErrorObject): string {
  const steps = instancePath.split('/').slice(1).map(unescapePointer);
  const place = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return place === '' ? 'body' : place.replace(/^\./, '');
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function textOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `unknown property ${shown(params['additionalProperty'])}`;
  if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
  return message ?? keyword;
}

function shown(name: unknown): string {
  const text = String(name);
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
