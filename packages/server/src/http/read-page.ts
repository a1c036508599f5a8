import { AppError, LIMITS } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import type { CursorShape } from './cursor-shape.ts';
import { readQuery } from './read-query.ts';

export interface PageWanted<Position, Name extends string = never> {
  readonly limit: number;
  /** The page begins behind this one. */
  readonly after: Position;
  /** What else the query says. */
  readonly query: Partial<Record<Name, string>>;
  readonly shape: CursorShape<Position>;
}

/** The part of a list that `limit` and `cursor` ask for, beside the parameters that the list has of its own. */
export function readPage<Position, Name extends string = never>(
  request: Pick<FastifyRequest, 'query'>,
  shape: CursorShape<Position>,
  names: readonly Name[] = [],
): PageWanted<Position, Name> {
  const query = readQuery(request, ['limit', 'cursor', ...names]);
  const { limit, cursor }: { limit?: string; cursor?: string } = query;
  return {
    limit: parseLimit(limit),
    after: cursor === undefined ? shape.start : parseCursor(cursor, shape),
    query,
    shape,
  };
}

/** Cuts what was read with one row too many into the page and the cursor of the next. */
export function cutPage<Row, Position>(
  rows: readonly Row[],
  { limit, shape }: Pick<PageWanted<Position>, 'limit' | 'shape'>,
  positionOf: (row: Row) => Position,
) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = last === undefined || rows.length <= limit ? null : writeCursor(shape.partsOf(positionOf(last)));
  return { items, nextCursor };
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return LIMITS.defaultPageSize;
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= LIMITS.maxPageSize) return limit;
  throw new AppError('bad_request', `limit must be a whole number from 1 to ${LIMITS.maxPageSize}`);
}

function writeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function parseCursor<Position>(text: string, shape: CursorShape<Position>): Position {
  const position = shape.positionOf(partsOf(text));
  if (position === undefined) throw badCursor();
  return position;
}

function partsOf(text: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.every(isStorable)) return parts;
  } catch (cause) {
    throw badCursor(cause);
  }
  throw badCursor();
}

function isStorable(part: unknown): part is string {
  return typeof part === 'string' && part.isWellFormed() && !part.includes('\0');
}

function badCursor(cause?: unknown): AppError {
  return new AppError('bad_request', 'cursor is not one that this list returned', { cause });
}
