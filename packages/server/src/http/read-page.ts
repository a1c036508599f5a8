import { AppError, LIMITS } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { readQuery } from './read-query.ts';

/** Where a list ordered by name, then id, goes on: behind this one. */
export interface PagePosition {
  readonly name: string;
  readonly id: string;
}

export interface PageWanted<Name extends string = never> {
  readonly limit: number;
  readonly after: PagePosition;
  /** What else the query says. */
  readonly query: Partial<Record<Name, string>>;
}

const BEFORE_ALL: PagePosition = { name: '', id: '' };

/** The part of a list that `limit` and `cursor` ask for, beside the parameters that the list has of its own. */
export function readPage<Name extends string = never>(
  request: Pick<FastifyRequest, 'query'>,
  names: readonly Name[] = [],
): PageWanted<Name> {
  const query = readQuery(request, ['limit', 'cursor', ...names]);
  const { limit, cursor }: { limit?: string; cursor?: string } = query;
  return { limit: parseLimit(limit), after: cursor === undefined ? BEFORE_ALL : parseCursor(cursor), query };
}

/** Cuts what was read with one row too many into the page and the cursor of the next. */
export function cutPage<Row>(rows: readonly Row[], limit: number, positionOf: (row: Row) => PagePosition) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = last === undefined || rows.length <= limit ? null : writeCursor(positionOf(last));
  return { items, nextCursor };
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return LIMITS.defaultPageSize;
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= LIMITS.maxPageSize) return limit;
  throw new AppError('bad_request', `limit must be a whole number from 1 to ${LIMITS.maxPageSize}`);
}

function writeCursor({ name, id }: PagePosition): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url');
}

function parseCursor(text: string): PagePosition {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === 2) {
      const [name, id]: unknown[] = parts;
      if (isStorable(name) && isStorable(id)) return { name, id };
    }
  } catch (cause) {
    throw badCursor(cause);
  }
  throw badCursor();
}

function isStorable(part: unknown): part is string {
  return typeof part === 'string' && part.isWellFormed() && !part.includes('\0');
}

export function badCursor(cause?: unknown): AppError {
  return new AppError('bad_request', 'cursor is not one that this list returned', { cause });
}
