import { AppError, LIMITS } from '@setpoint/contract';
import { allInLines, type DayGrid, dayGrid, type Problem, readScheduleCsv } from '@setpoint/core';
import type { FastifyRequest } from 'fastify';
import { readQuery } from '../http/read/read-query.ts';
import { type BatchBody, batchOf } from './read-batch.ts';

/** What the query says of a file. */
export type CsvQuery = Partial<Record<(typeof NAMES)[number], string>>;

const NAMES = ['from', 'to', 'asset', 'type', 'day', 'timeZone', 'resolution', 'dropEnded'] as const;
const DEFAULT_MINUTES = 15;

/** The query of a body in CSV; `also` are the names that the route has of its own. */
export function readCsvQuery<Also extends string = never>(
  request: Pick<FastifyRequest, 'query'>,
  also: readonly Also[] = [],
): Partial<Record<Also, string>> & CsvQuery {
  const query = readQuery<Also | (typeof NAMES)[number]>(request, [...NAMES, ...also]) as CsvQuery;
  const { day, from, to, timeZone, resolution } = query;
  if (day === undefined && (timeZone !== undefined || resolution !== undefined))
    throw new AppError('bad_request', 'timeZone and resolution need day');
  if (day !== undefined && (from !== undefined || to !== undefined))
    throw new AppError('bad_request', 'the window of a day is the day: leave out from and to');
  return query as Partial<Record<Also, string>> & CsvQuery;
}

/** Whether the time zone of the site is needed. */
export function needsZone({ day, timeZone }: CsvQuery): boolean {
  return day !== undefined && timeZone === undefined;
}

interface ReadingCsv {
  readonly query: CsvQuery;
  /** That of the site, for a day. */
  readonly timeZone: string | undefined;
}

/** Reads a splice from CSV; its problems name lines. */
export function readCsvBatch(bytes: Buffer, { query, timeZone }: ReadingCsv): BatchBody {
  const dropEnded = dropEndedOf(query);
  const day = dayOf(query, timeZone);
  const read = readScheduleCsv(utf8OrThrow(bytes), { pair: query, day });
  if (read.kind === 'refused') return misshapen(read.problems);
  const { from = read.from, to = read.to } = query;
  const told = (problems: readonly Problem[]) => allInLines(read, problems);
  const written = { from, to, schedules: read.schedules, dropEnded };
  const body = batchOf(written, { kind: 'splice' });
  if (body.kind === 'misshapen') return misshapen(told(body.explain()));
  // An end of the window that the file gave is wrong because its entry is, and that is told.
  const isOwn = ({ place }: Problem) => (place === 'from' || place === 'to') && query[place] === undefined;
  const [own, problems] = [body.batch.problems.filter(isOwn), body.batch.problems.filter((one) => !isOwn(one))];
  const all = problems.length > 0 ? told(problems) : own;
  return { kind: 'batch', batch: { ...body.batch, problems: all }, told };
}

function misshapen(problems: readonly Problem[]): BatchBody {
  const [firstProblem = { rule: 'csv', place: 'body', text: 'cannot be read' } as const] = problems;
  return { kind: 'misshapen', firstProblem, explain: () => problems };
}

function dayOf({ day, timeZone: named, resolution }: CsvQuery, zoneOfSite: string | undefined): DayGrid | undefined {
  if (day === undefined) return undefined;
  const minutes = resolution === undefined ? DEFAULT_MINUTES : Number(/^\d{1,5}$/.test(resolution) ? resolution : 0);
  if (minutes < 1 || minutes > LIMITS.maxResolutionMinutes)
    throw new AppError(
      'bad_request',
      `resolution must be a whole number of minutes from 1 to ${LIMITS.maxResolutionMinutes}`,
    );
  const grid = dayGrid({ day, timeZone: named ?? zoneOfSite, resolution: minutes });
  if (grid.kind === 'refused') throw new AppError('bad_request', `${grid.field}: ${grid.text}`);
  if (grid.count <= LIMITS.maxEntries) return grid;
  throw new AppError(
    'bad_request',
    `resolution: ${grid.count} values in a day; at most ${LIMITS.maxEntries} are accepted`,
  );
}

function dropEndedOf({ dropEnded }: CsvQuery): boolean {
  if (dropEnded === undefined || dropEnded === 'false') return false;
  if (dropEnded === 'true') return true;
  throw new AppError('bad_request', 'dropEnded must be true or false');
}

function utf8OrThrow(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('bad_request', 'the body is not UTF-8; save it as CSV UTF-8', { cause });
  }
}
