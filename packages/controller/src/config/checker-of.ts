import { Ajv } from 'ajv';
import type { Static, TSchema } from 'typebox';

export type Checked<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const ajv = new Ajv({ strict: false, allErrors: true, verbose: true });

/** Makes the check of one part of a configuration; it lists all problems, each with its place. */
export function checkerOf<Schema extends TSchema>(
  schema: Schema,
): (value: unknown, place?: string) => Checked<Static<Schema>> {
  const isValid = ajv.compile<Static<Schema>>(schema);
  return (value, place = '') => {
    if (isValid(value)) return { kind: 'valid', value };
    const problems = (isValid.errors ?? []).map((fault) => problemText(fault, place));
    return { kind: 'invalid', problems: [...new Set(problems)] };
  };
}

type Fault = NonNullable<ReturnType<typeof ajv.compile>['errors']>[number];

function problemText({ instancePath, keyword, params, message, parentSchema }: Fault, root: string): string {
  const path = [root, instancePath.slice(1).replaceAll('/', '.')].filter((part) => part !== '').join('.');
  const place = path === '' ? 'the file' : path;
  if (keyword === 'additionalProperties')
    return `${place}: there is no setting ${String(params['additionalProperty'])}`;
  if (keyword === 'required') return `${place}: ${String(params['missingProperty'])} is missing`;
  if (keyword === 'enum') return `${place}: must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
  const { description } = (parentSchema ?? {}) as { description?: string };
  if (keyword === 'pattern' && description !== undefined) return `${place}: must be ${description}`;
  return `${place}: ${message ?? keyword}`;
}
