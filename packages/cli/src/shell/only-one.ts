import { CliError } from './cli-error.ts';

export interface Named {
  readonly noun: string;
  readonly name: string;
  readonly ids: readonly string[];
}

/** The one thing with that name; throws if there is none, or more than one. */
export function onlyOne<Item>(found: readonly Item[], { noun, name, ids }: Named): Item {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const quoted = JSON.stringify(name);
  if (first === undefined) {
    throw new CliError('not_found', `There is no ${noun} ${quoted}. \`{setpoint} ${noun} list\` shows them all.`);
  }
  throw new CliError('ambiguous', `Several ${noun}s are called ${quoted}. Name one by its id: ${ids.join(', ')}.`);
}

/** What is fetched page by page, as one list. */
export async function collect<Item>(
  items: AsyncIterable<Item>,
  isWanted: (item: Item) => boolean = () => true,
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) if (isWanted(item)) found.push(item);
  return found;
}
