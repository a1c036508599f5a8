import { csvPathOf } from './csv-path-of.ts';
import type { Operation, Parameter } from './operation.ts';
import { refusalOf } from './refusals.ts';

/**
 * An operation as documents show it: in JSON and, where it can be a table, once more as CSV, at a path of its own.
 * Generated clients have one type for each answer then, and parameters of CSV only where they mean something.
 */
export function documentedOperations(operation: Operation): readonly Operation[] {
  const path = csvPathOf(operation);
  return path === undefined ? [operation] : [inJson(operation), asCsv(operation, path)];
}

function inJson({ requestAlsoAs: _table, success, ...operation }: Operation): Operation {
  const { alsoAs: _csv, ...answer } = success;
  const parameters = writable(operation.parameters?.filter(({ onlyOf }) => onlyOf === undefined));
  return { ...operation, success: answer, parameters };
}

function asCsv({ requestAlsoAs, success, ...operation }: Operation, path: string): Operation {
  const { id, summary, description } = operation;
  const { alsoAs, ...answer } = success;
  const what = requestAlsoAs === undefined ? 'whatever the request accepts' : 'with a table in the body';
  const own: Operation = {
    ...operation,
    id: `${id}AsCsv`,
    path,
    summary: `${summary}, as CSV`,
    description: `The same as \`${id}\`, ${what}. ${description}`,
    success: { ...answer, ...(alsoAs === undefined ? {} : { body: alsoAs }) },
    parameters: writable(operation.parameters),
  };
  if (requestAlsoAs === undefined) return own;
  return { ...own, request: requestAlsoAs, otherwise: [...(operation.otherwise ?? []), notCsv] };
}

// The mark is for this file alone.
function writable(parameters: readonly Parameter[] = []): readonly Parameter[] {
  return parameters.map(({ onlyOf: _only, ...parameter }) => parameter);
}

const notCsv = refusalOf('unsupported_media_type', {
  name: 'NotCsv',
  description: 'The `Content-Type` is not `text/csv` in UTF-8, or the body has a `Content-Encoding`.',
  message: 'send the body as text/csv in UTF-8',
});
