import { AppError, type AuditAlteration, parseUuid } from '@setpoint/contract';
import type { CursorShape } from '../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { Store } from '../store/store.ts';
import { alteredParts, parseRecord } from '../trail/altered-parts.ts';
import { listRecords, type StoredRecord } from './list-records.ts';

const BY_SEQUENCE: CursorShape<number | undefined> = {
  start: undefined,
  partsOf: (sequence) => [String(sequence)],
  positionOf: ([sequence = '', ...rest]) =>
    /^-?\d{1,15}$/.test(sequence) && rest.length === 0 ? Number(sequence) : undefined,
};

/** Who did what: for auditors, and for operators. */
export function auditRoutes(serve: Serve, { store }: { readonly store: Store }): void {
  serve.sent('listAuditRecords', async ({ reply, query }) => {
    const { action, actor, subject, about, from, to, order } = query;
    const wanted = readPage(query, BY_SEQUENCE);
    const { limit, after } = wanted;
    const asked = {
      action,
      actor,
      subject,
      about: about === undefined ? undefined : idOrThrow(about),
      from,
      to,
      order,
      after,
      limit: limit + 1,
    };
    const { records, begin, end } = await store.read(listRecords, asked);
    const page = cutPage(records, wanted, sequenceOf);
    reply.header('Content-Type', 'application/json');
    // The texts as they are stored: their hashes are of them.
    const texts = page.items.filter(({ record }) => parseRecord(record) !== undefined).map(recordText);
    const altered = page.items.flatMap(alterationOf);
    const rest = JSON.stringify({ altered, begin, end, nextCursor: page.nextCursor });
    return `{"records":[${texts.join()}],${rest.slice(1)}`;
  });
}

function idOrThrow(about: string): string {
  const id = parseUuid(about);
  if (id === undefined) throw new AppError('bad_request', 'about: must be a UUID');
  return id;
}

function sequenceOf({ sequence }: StoredRecord): number {
  return sequence;
}

function alterationOf(row: StoredRecord): AuditAlteration[] {
  const parts = alteredParts(row);
  return parts.length === 0 ? [] : [{ sequence: row.sequence, parts: [...parts] }];
}

function recordText({ record, hash }: StoredRecord): string {
  return `${record.slice(0, -1)},"hash":"${hash}"}`;
}
