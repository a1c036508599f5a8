import { AppError, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/access.ts';
import type { CursorShape } from '../http/cursor-shape.ts';
import { readInstant } from '../http/read-instant.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import type { Store } from '../store/store.ts';
import { listRecords, type Order, type StoredRecord } from './list-records.ts';

export interface AuditRoutes {
  readonly access: Access;
  readonly store: Store;
}

const BY_SEQUENCE: CursorShape<number | undefined> = {
  start: undefined,
  partsOf: (sequence) => [String(sequence)],
  positionOf: ([sequence = '', ...rest]) =>
    /^\d{1,15}$/.test(sequence) && rest.length === 0 ? Number(sequence) : undefined,
};

/** Who did what: for auditors, and for operators. */
export function auditRoutes(app: FastifyInstance, { access, store }: AuditRoutes): void {
  app.get(PATHS.fleetAudit, WITHOUT_HEAD, async (request, reply) => {
    await access.callerInTurn(request, reply, 'audit:read');
    const wanted = readPage(request, BY_SEQUENCE, ['action', 'actor', 'subject', 'from', 'to', 'order']);
    const { limit, after, query } = wanted;
    const { action, actor, subject, from, to } = query;
    const { records, begin, end } = await store.read(listRecords, {
      action,
      actor,
      subject,
      from: from === undefined ? 0 : readInstant('from', from),
      to: to === undefined ? Number.MAX_SAFE_INTEGER : readInstant('to', to),
      order: orderOf(query.order),
      after,
      limit: limit + 1,
    });
    const page = cutPage(records, wanted, ({ sequence }) => sequence);
    reply.header('Content-Type', 'application/json');
    // The texts as they are stored: their hashes are of them.
    const texts = page.items.map(recordText).join();
    const rest = JSON.stringify({ begin, end, nextCursor: page.nextCursor });
    return `{"records":[${texts}],${rest.slice(1)}`;
  });
}

function recordText({ record, hash }: StoredRecord): string {
  return `${record.slice(0, -1)},"hash":"${hash}"}`;
}

function orderOf(text: string | undefined): Order {
  if (text === undefined || text === 'newest' || text === 'oldest') return text ?? 'newest';
  throw new AppError('bad_request', 'order must be newest or oldest');
}
