import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAccepted } from '../read/parse-accepted.ts';
import { chunksOf, sendStream } from './send-stream.ts';

type Cell = string | number | boolean | null | undefined;

/** A table, as spreadsheets read it. */
export interface Table<Column extends string = string> {
  readonly columns: readonly Column[];
  readonly rows: Iterable<Readonly<Partial<Record<Column, Cell>>>>;
}

/** Sends the table of an answer to who asks for one, and its JSON to everybody else. */
export function sendRows<Column extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { readonly json: () => Iterable<string>; readonly table: () => Table<Column> },
): FastifyReply {
  const vary = 'Accept, Accept-Encoding';
  if (!wantsCsv(request)) return sendStream(request, reply, { chunks: chunksOf(answer.json()), vary });
  const chunks = chunksOf(csvTexts(answer.table()));
  return sendStream(request, reply, { chunks, contentType: 'text/csv; charset=utf-8', vary });
}

// RFC 9110 §12.5.1: a table is sent to who names it, and no other type before it.
function wantsCsv({ headers }: FastifyRequest): boolean {
  const accepted = parseAccepted(headers.accept);
  const qualityOf = (type: string) => accepted.find(({ name }) => name === type)?.quality;
  const csv = qualityOf('text/csv') ?? 0;
  return csv > 0 && csv >= (qualityOf('application/json') ?? 0);
}

function* csvTexts<Column extends string>({ columns, rows }: Table<Column>): Generator<string> {
  yield `${columns.join(',')}\r\n`;
  for (const row of rows) yield `${columns.map((column) => cellText(row[column])).join(',')}\r\n`;
}

const TO_QUOTE = /[",\r\n]/;

function cellText(cell: Cell): string {
  const text = String(cell ?? '');
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
