import { parseUuid } from '@setpoint/contract';
import { CliError } from './cli-error.ts';
import { nearestNames } from './nearest-names.ts';

export interface Choosing<Item> {
  readonly noun: string;
  /** What somebody typed. */
  readonly text: string;
  readonly items: readonly Item[];
  /** The id, and then the name. */
  readonly names: (item: Item) => readonly [string, string | null];
}

export interface Chosen<Item> {
  readonly item: Item;
  /** Whether only the beginning of its name or id was typed. */
  readonly isByBeginning: boolean;
}

const LEAST_OF_ID = /^[0-9a-f-]{6,}$/;
const MOST_LISTED = 10;

/** The one thing that somebody means by an id, a name, or the beginning of one if nothing else begins so. */
export function chooseNamed<Item>(choosing: Choosing<Item>): Chosen<Item> {
  const { text, items, names } = choosing;
  const typed = text.toLowerCase();
  const id = parseUuid(text);
  const ways: ((item: Item) => boolean)[] = [
    (item) => names(item)[0] === id,
    (item) => names(item)[1] === text,
    (item) => names(item)[1]?.toLowerCase() === typed,
  ];
  for (const isMeant of ways) {
    const found = items.filter(isMeant);
    const [first, second] = found;
    if (second !== undefined) throw several(choosing, found, 'are called');
    if (first !== undefined) return { item: first, isByBeginning: false };
  }
  return { item: byBeginning(choosing), isByBeginning: true };
}

function byBeginning<Item>(choosing: Choosing<Item>): Item {
  const { text, items, names } = choosing;
  const typed = text.toLowerCase();
  const found = items.filter((item) => {
    const [id, name] = names(item);
    return name?.toLowerCase().startsWith(typed) === true || (LEAST_OF_ID.test(typed) && id.startsWith(typed));
  });
  const [first, second] = found;
  if (typed === '' || first === undefined) throw none(choosing);
  if (second !== undefined) throw several(choosing, found, 'begin with');
  return first;
}

function several<Item>({ noun, text, names }: Choosing<Item>, found: readonly Item[], how: string): CliError {
  const listed = found.slice(0, MOST_LISTED).map((item) => {
    const [id, name] = names(item);
    return name === null ? id : `${name} (${id})`;
  });
  const more = found.length > listed.length ? ` and ${found.length - listed.length} more` : '';
  const way = how === 'begin with' ? 'Give more of the name, or the id' : 'Give the id';
  return new CliError(
    'ambiguous',
    `Several ${noun}s ${how} ${JSON.stringify(text)}: ${listed.join(', ')}${more}. ${way}.`,
  );
}

function none<Item>({ noun, text, items, names }: Choosing<Item>): CliError {
  const known = items.map((item) => names(item)[1]).filter((name) => name !== null);
  const near = nearestNames(text, known).map((name) => JSON.stringify(name));
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return new CliError(
    'not_found',
    `There is no ${noun} ${JSON.stringify(text)}.${meant} \`{setpoint} ${noun} list\` shows them all.`,
  );
}
