import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { BadRequest } from './bad-request.ts';

/** Something that a schema finds wrong. */
interface ShapeFault {
  readonly place: string;
  readonly text: string;
}

export type Shape<Value> = { readonly kind: 'valid'; readonly value: Value } | InvalidShape;

interface InvalidShape {
  readonly kind: 'invalid';
  readonly firstFault: ShapeFault;
  /** Every fault, of a value that is not too large: looked for when asked, which costs a hundred times the check. */
  readonly explain: () => readonly ShapeFault[];
}

// Control characters, ends of lines, and marks that turn the text around them.
const LINE = /^[^\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
const formats = { 'date-time': true, uuid: true, line: LINE } as const;
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
const LARGEST_TO_EXPLAIN = 1_000;

/**
 * A check that a value has the shape of a schema; nothing is changed, filled in or left out. It is compiled for the first
 * value: to compile all of them takes a quarter of the start.
 */
export function shapeOf<Schema extends TSchema>(schema: Schema): (value: unknown) => Shape<Static<Schema>> {
  let isValid: ValidateFunction<Static<Schema>> | undefined;
  let explain: ValidateFunction | undefined;
  return (value) => {
    isValid ??= new Ajv(options).compile<Static<Schema>>(schema as object);
    if (isValid(value)) return { kind: 'valid', value };
    const [firstFault = UNNAMED_FAULT] = withoutRepetition(isValid.errors ?? []).map(faultOf);
    return {
      kind: 'invalid',
      firstFault,
      explain() {
        if (countValues(value, LARGEST_TO_EXPLAIN) >= LARGEST_TO_EXPLAIN) return [firstFault];
        explain ??= new Ajv({ ...options, allErrors: true }).compile(schema);
        explain(value);
        return withoutRepetition(explain.errors ?? []).map(faultOf);
      },
    };
  };
}

const UNNAMED_FAULT: ShapeFault = { place: 'body', text: 'has another shape' };

const LISTED = 10;

/** As `shapeOf`, but a value of another shape is thrown out with its faults in the message. */
export function valueOrThrow<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> {
  const check = shapeOf(schema);
  return (value) => {
    const shape = check(value);
    if (shape.kind === 'valid') return shape.value;
    const problems = shape.explain().map((fault) => ({ rule: 'schema', ...fault }) as const);
    const lines = problems.slice(0, LISTED).map(({ place, text }) => `${place}: ${text}`);
    throw new BadRequest(lines.join('; '), problems);
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
  if (params['format'] === 'line') return 'must be one line, without control characters or marks that turn text around';
  return message ?? keyword;
}

function shown(name: unknown): string {
  const text = String(name);
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
