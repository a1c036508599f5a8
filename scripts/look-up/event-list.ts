import { EVENT_DATA, EVENT_MEANING, EVENT_TYPES } from '@setpoint/contract';
import { markdownTable } from './markdown-table.ts';

interface Field {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Field[];
}

type Fields = Readonly<Record<string, Field>>;

/** Fields that other pages explain, by type of event or for all. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'site.trouble code': 'one of the [troubles](../learn/controllers.md#troubles)',
  'site.trouble reason': 'with `implausible`: [why](../learn/controllers.md#measurements-that-cannot-be-true)',
  'command.rejected code': 'why: a [code](../learn/controllers.md#delivery-states) of the controller',
  'alert.firing condition': 'the [condition](../do/alerts.md)',
  'alert.recovered condition': 'the [condition](../do/alerts.md)',
};

/** Every type of event: a heading each, when there is one, and the fields of its `data`. */
export function eventList(): string {
  const common = commonRows();
  const types = EVENT_TYPES.map((type) => {
    const rows = Object.entries(EVENT_DATA[type] as Fields).map(([name, field]) => rowOf(type, name, field));
    const shared = rows.filter((row) => isAmong(common, row)).map(([name]) => name);
    const own = rows.filter((row) => !isAmong(common, row));
    const parts = [
      `### ${type}`,
      EVENT_MEANING[type],
      ...(rows.length === 0
        ? []
        : [`\`data\`: ${[...shared, ...(own.length === 0 ? [] : ['and'])].join(', ')}`.replace(/: and$/, ':')]),
      ...(own.length === 0 ? [] : [own.map(lineOf).join('\n')]),
    ];
    return parts.join('\n\n');
  });
  return [markdownTable(['in many types', 'is', ''], common), ...types].join('\n\n');
}

// Elsewhere the site of the event has this name.
const MEMBER = '`siteId`';

type Row = readonly [name: string, is: string, about: string];

const lineOf = ([name, is, about]: Row) => `- ${name} (${is}): ${about}`;

function rowOf(type: string, name: string, field: Field): Row {
  const elsewhere = ELSEWHERE[`${type} ${name}`];
  if (elsewhere !== undefined) return [`\`${name}\``, 'text', elsewhere];
  const about = clause(field.description ?? aboutOneOf(field));
  return [`\`${name}\``, typeOf(field, about), about];
}

/** What two types or more have in the same words; of one name, the words that most have. */
function commonRows(): Row[] {
  const all = EVENT_TYPES.flatMap((type) =>
    Object.entries(EVENT_DATA[type] as Fields).map(([name, field]) => rowOf(type, name, field)),
  );
  const times = Map.groupBy(all, (row) => row.join('|'));
  const most = [...times.values()].filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length);
  const rows = new Map<string, Row>();
  for (const [row] of most) if (row !== undefined && row[0] !== MEMBER && !rows.has(row[0])) rows.set(row[0], row);
  return [...rows.values()];
}

function isAmong(rows: readonly Row[], [name, is, about]: Row): boolean {
  return rows.some((row) => row[0] === name && row[1] === is && row[2] === about);
}

// A cell of a table is no sentence, unless it has several.
function clause(text: string): string {
  return /\. /.test(text)
    ? text
    : text.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

function aboutOneOf({ anyOf = [] }: Field): string {
  return anyOf.find(({ description }) => description !== undefined)?.description ?? '';
}

function typeOf(field: Field, about: string): string {
  const words = WORDS[field.title ?? ''];
  if (words !== undefined) return words;
  if (field.enum !== undefined) {
    const values = field.enum.map((value) => `\`${String(value)}\``);
    return values.every((value) => about.includes(value)) ? 'text' : values.join(', ');
  }
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map((one) => typeOf(one, about)))].join(' or ');
  const types = typeof field.type === 'string' ? [field.type] : (field.type ?? []);
  return types.map((type) => (type === 'string' ? (FORMATS[field.format ?? ''] ?? 'text') : type)).join(' or ');
}

// Names that each command has.
const WORDS: Readonly<Record<string, string>> = { Asset: 'asset', CommandType: 'command type' };
const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'instant' };
