import type { Answer, Operation } from './operation.ts';

interface Shape {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
}

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Found {
  readonly name: string;
  readonly pointer: string;
}

const LAST_ID = /\/:(\w+)$/;

/**
 * How a successful answer leads to the item that it is about, or to the first that it lists: by an id that is the last
 * part of a path, of the same collection if there is one.
 */
export function linksOf(source: Operation, all: readonly Operation[]): Readonly<Record<string, Link>> {
  const found = idIn(source);
  if (found === undefined || source.credential !== undefined) return {};
  const { name, pointer } = found;
  const items = all.filter(({ method, path }) => method === 'get' && LAST_ID.exec(path)?.[1] === name);
  const item = items.find(({ path }) => path === `${source.path}/:${name}`) ?? items[0];
  if (item === undefined) return {};
  return { [item.id]: { operationId: item.id, parameters: { [name]: `$response.body#${pointer}` } } };
}

/** The id of what was made, or else of the first in the first list. */
function idIn({ path, success }: Operation): Found | undefined {
  const properties = shapeOf(success);
  const isNew = ({ name }: Found) => !path.includes(`:${name}`);
  const own = idsOf(properties, '').find(isNew);
  if (own !== undefined) return own;
  const [list, items] = Object.entries(properties?.properties ?? {}).find(([, { type }]) => type === 'array') ?? [];
  return idsOf(items?.items, `/${list}/0`).find(isNew);
}

function shapeOf({ body }: Answer): Shape | undefined {
  return body?.schema;
}

// One that may be null or left out leads nowhere at times.
function idsOf(shape: Shape | undefined, place: string): readonly Found[] {
  const { properties = {}, required = [] } = shape ?? {};
  return required
    .filter((name) => name.endsWith('Id') && properties[name]?.format === 'uuid' && properties[name].type === 'string')
    .map((name) => ({ name, pointer: `${place}/${name}` }));
}
