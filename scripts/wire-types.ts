import * as contract from '@setpoint/contract';

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly 'x-use'?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
}

/** What the sources of the contract say of a type that is not made from a schema. */
export type SourceOf = (name: string) => string | undefined;

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Writes types of the contract with all that they are made of, as text that needs no library. */
export function wireTypes(names: Iterable<string>, sourceOf: SourceOf): Map<string, string> {
  const written = new Map<string, string>();
  const titled = new Map<string, Schema>();
  const waiting = [...names];

  function refer(name: string): string {
    waiting.push(name);
    return name;
  }
  function textOf(schema: Schema, inner = false): string {
    if (!inner && schema.title !== undefined) {
      titled.set(schema.title, schema);
      return refer(schema.title);
    }
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return union(schema.enum.map((one) => JSON.stringify(one)));
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((one) => textOf(one)));
    if (schema.allOf !== undefined) return schema.allOf.map((one) => textOf(one)).join(' & ');
    const types = [schema.type ?? 'unknown'].flat();
    return union(types.map((type) => SIMPLE[type] ?? structure(type, schema)));
  }
  function structure(type: string, schema: Schema): string {
    if (type === 'array') return arrayOf(textOf(schema.items ?? {}));
    if (type === 'object') return objectOf(schema);
    return 'unknown';
  }
  function objectOf({ properties, patternProperties, additionalProperties, required = [] }: Schema): string {
    const [value] = Object.values(patternProperties ?? {});
    if (value !== undefined) return `Record<string, ${textOf(value)}>`;
    if (properties === undefined) {
      return `Record<string, ${typeof additionalProperties === 'object' ? textOf(additionalProperties) : 'unknown'}>`;
    }
    const lines = Object.entries(properties).map(([name, schema]) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      return `${docOf(schema)}${key}${required.includes(name) ? '' : '?'}: ${textOf(schema)};`;
    });
    return lines.length === 0 ? 'object' : `{\n${indented(lines.join('\n'))}\n}`;
  }
  function declare(name: string): string {
    const source = sourceOf(name);
    if (source?.startsWith('interface')) return named(source);
    const schema = schemaNamed(name) ?? titled.get(name);
    if (schema !== undefined) return `${docOf(schema)}type ${name} = ${textOf(schema, true)};`;
    const [, list = ''] = /\(typeof (\w+)\)\[number\]/.exec(source ?? '') ?? [];
    const values: unknown = Reflect.get(contract, list);
    if (!Array.isArray(values)) throw new Error(`nothing says what the type ${name} of the contract is`);
    return `type ${name} = ${union(values.map((value) => JSON.stringify(value)))};`;
  }
  // The types that a written interface names.
  function named(source: string): string {
    for (const [, name = ''] of source.matchAll(/[:<] ?([A-Z]\w+)\b/g)) if (!GLOBALS.has(name)) refer(name);
    return source;
  }

  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (!written.has(name)) written.set(name, declare(name));
  }
  return new Map([...written].sort(([one], [other]) => (one < other ? -1 : 1)));
}

const GLOBALS = new Set(['Readonly', 'Record']);

// A type and the schema that it is made from have one name.
function schemaNamed(name: string): Schema | undefined {
  const value: unknown = Reflect.get(contract, name);
  return typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value)
    ? (value as Schema)
    : undefined;
}

function docOf(schema: Schema): string {
  const text = schema['x-use'] ?? schema.description;
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function union(texts: readonly string[]): string {
  return [...new Set(texts)].join(' | ');
}

function arrayOf(text: string): string {
  return /^\w+$/.test(text) ? `${text}[]` : `(${text})[]`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
