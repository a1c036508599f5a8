import { type OpenapiDocument, OPERATIONS } from '@setpoint/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Reply } from './ask.ts';

interface Described {
  readonly headers?: Readonly<Record<string, { readonly required: boolean; readonly schema: Schema }>>;
  readonly content?: unknown;
  readonly links?: Readonly<Record<string, { readonly parameters: Readonly<Record<string, string>> }>>;
}

type Schema = Readonly<Record<string, unknown>>;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const formats = {
  uuid: UUID,
  'date-time': (text: string) => /T.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text: string) => URL.canParse(text),
  int64: { type: 'number' as const, validate: Number.isSafeInteger },
};

/** Compares what was answered with what the document says of it; finds everything that is amiss. */
export function createAnswerCheck(document: OpenapiDocument): (operationId: string, reply: Reply) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, formats }).addSchema(document, 'openapi');
  // Every value of a header is a text.
  const headerAjv = new Ajv2020({ strict: false, formats, coerceTypes: true });

  function bodyProblems(pointer: string, { content }: Described, text: string): readonly string[] {
    if (content === undefined) return text === '' ? [] : [`there is a body: ${text}`];
    if (typeof content === 'object' && content !== null && 'text/event-stream' in content) return [];
    const check = ajv.getSchema(`openapi#${pointer}/content/application~1json/schema`);
    if (check === undefined) return [`${pointer} has no schema`];
    return check(JSON.parse(text)) === true ? [] : [ajv.errorsText(check.errors)];
  }

  function headerProblems({ headers = {} }: Described, given: Reply['headers']): readonly string[] {
    return Object.entries(headers).flatMap(([name, { required, schema }]) => {
      const value = given[name.toLowerCase()];
      if (value === undefined) return required ? [`${name} is missing`] : [];
      return headerAjv.validate(schema, value) ? [] : [`${name}: ${headerAjv.errorsText()}`];
    });
  }

  return (operationId, reply) => {
    const operation = OPERATIONS.find(({ id }) => id === operationId);
    const path = operation?.path.replaceAll(/:(\w+)/g, '{$1}') ?? '';
    const place = `/paths/${escape(path)}/${operation?.method}/responses/${reply.status}`;
    const found = valueAt(document, place) as (Described & { readonly $ref?: string }) | undefined;
    if (found === undefined) return [`${reply.status} is not described`];
    const pointer = found.$ref?.replace('#', '') ?? place;
    const described = valueAt(document, pointer) as Described;
    const uri = pointer.split('/').map(encodeURIComponent).join('/');
    const body = bodyProblems(uri, described, reply.text);
    return [...body, ...headerProblems(described, reply.headers), ...linkProblems(described, reply.text)];
  };
}

/** A link leads on from every answer, but for a list of nothing. */
function linkProblems({ links = {} }: Described, text: string): readonly string[] {
  const expressions = Object.values(links).flatMap(({ parameters }) => Object.values(parameters));
  const body = expressions.length === 0 ? {} : (JSON.parse(text) as object);
  return expressions.filter((expression) => {
    const pointer = expression.replace('$response.body#', '');
    const [list] = pointer.split('/0/');
    const isEmpty = list !== pointer && (valueAt(body, list ?? '') as unknown[]).length === 0;
    return !isEmpty && typeof valueAt(body, pointer) !== 'string';
  });
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function valueAt(document: object, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return (value as Record<string, unknown> | undefined)?.[name];
  }, document);
}
