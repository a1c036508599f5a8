import { DOCUMENTED, USE } from '../schema/fields.ts';

type Json = Readonly<Record<string, unknown>>;

export interface SchemaCollection {
  /** Adds a schema; returns what stands for it in the document. */
  add(schema: object): unknown;
  byTitle(): Json;
}

/** Gathers the schemas of a document: one with a title is written once, and referred to from then on. */
export function collectSchemas(): SchemaCollection {
  const byTitle = new Map<string, unknown>();
  const sourceOf = new Map<string, string>();

  function write(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(write);
    if (typeof value !== 'object' || value === null) return value;
    const { [USE]: use, ...schema } = value as Json;
    if (typeof schema['title'] !== 'string') return writeFields(schema);
    const reference = register(schema['title'], schema);
    return use === undefined ? reference : { ...reference, description: use };
  }

  function register(title: string, schema: Json): Json {
    const source = JSON.stringify(schema);
    const known = sourceOf.get(title);
    if (known === undefined) {
      sourceOf.set(title, source);
      byTitle.set(title, writeFields(schema));
    } else if (known !== source) throw new Error(`two different schemas have the title ${title}`);
    return referenceTo(title);
  }

  function writeFields(schema: Json): Json {
    const { $id: _id, [DOCUMENTED]: documented, ...checked } = schema;
    const fields = Object.entries({ ...checked, ...widthOf(checked), ...(documented as Json | undefined) });
    const kept = fields.filter(([, value]) => value !== undefined);
    return Object.fromEntries(kept.map(([key, value]) => [key, key === '$ref' ? pointerTo(value) : write(value)]));
  }

  return { add: write, byTitle: () => sorted(byTitle) };
}

const MOST_OF_32_BITS = 2 ** 31 - 1;

// Generators give an integer 32 bits where a document does not say more, and cut what is larger without a word.
function widthOf({ type, maximum }: Json): Json {
  if (![type].flat().includes('integer')) return {};
  return typeof maximum === 'number' && maximum <= MOST_OF_32_BITS ? {} : { format: 'int64' };
}

function referenceTo(title: string): Json {
  return { $ref: pointerTo(title) };
}

function pointerTo(title: unknown): string {
  return `#/components/schemas/${String(title)}`;
}

function sorted(entries: ReadonlyMap<string, unknown>): Json {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}
