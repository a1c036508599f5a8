import { badQuery, type BadRequest } from '../../wire/bad-request.ts';
import type { CursorShape } from './cursor-shape.ts';

export interface PageWanted<Position> {
  readonly limit: number;
  /** The page begins behind this one. */
  readonly after: Position;
  readonly shape: CursorShape<Position>;
}

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** The part of a list that `limit` and `cursor` ask for. */
export function readPage<Position>({ limit, cursor }: PageQuery, shape: CursorShape<Position>): PageWanted<Position> {
  return { limit, after: cursor === undefined ? shape.start : parseCursor(cursor, shape), shape };
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

function badCursor(cause?: unknown): BadRequest {
  return badQuery('cursor', 'cursor is not one that this list returned', cause);
}
