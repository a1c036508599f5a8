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

/** Every type of event: a heading each, when there is one, and the fields of its `data`. */
export function eventList(): string {
  return EVENT_TYPES.map((type) => {
    const fields = Object.entries(EVENT_DATA[type] as Readonly<Record<string, Field>>);
    const rows = fields.map(([name, field]) => [`\`${name}\``, typeOf(field), field.description ?? about(field)]);
    const table = rows.length === 0 ? 'Its `data` is empty.' : markdownTable(['`data`', 'is', ''], rows);
    return `### ${type}\n\n${EVENT_MEANING[type]}\n\n${table}`;
  }).join('\n\n');
}

function about({ anyOf = [] }: Field): string {
  return anyOf.find(({ description }) => description !== undefined)?.description ?? '';
}

function typeOf(field: Field): string {
  const words = WORDS[field.title ?? ''];
  if (words !== undefined) return words;
  if (field.enum !== undefined) return field.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map(typeOf))].join(' or ');
  const types = typeof field.type === 'string' ? [field.type] : (field.type ?? []);
  return types.map((type) => (type === 'string' ? (FORMATS[field.format ?? ''] ?? 'text') : type)).join(' or ');
}

// Names that each command has.
const WORDS: Readonly<Record<string, string>> = { Asset: 'asset', CommandType: 'command type' };
const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'instant' };
