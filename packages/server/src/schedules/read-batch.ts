import { type AppError, CreateSchedulesBatchRequest, ExpandedBatch, ExpandedSplice, HEADERS } from '@setpoint/contract';
import { describeProblems, parseBatch, type ParsedBatch, type Problem } from '@setpoint/core';
import { RefusalWithHeaders } from '../http/send/refusal-with-headers.ts';
import { expandBody, type ExpandedBody } from './expand-body.ts';
import { shapeOf } from '../wire/value-or-throw.ts';
import { BadRequest } from '../wire/bad-request.ts';
import { jsonOrThrow } from '../wire/parse-json.ts';

/** What the bytes of a batch say; of another shape, there is nothing in them that the other rules could be asked of. */
export type BatchBody =
  | {
      readonly kind: 'batch';
      readonly batch: ParsedBatch;
      /** Problems with the places as their sender knows them. */
      readonly told: (problems: readonly Problem[]) => readonly Problem[];
    }
  | {
      readonly kind: 'misshapen';
      readonly firstProblem: Problem;
      /** All problems, which take long to find: in a turn of its own. */
      readonly explain: () => readonly Problem[];
    };

const shapes = {
  whole: shapeOf(CreateSchedulesBatchRequest),
  splice: shapeOf(ExpandedSplice),
  either: shapeOf(ExpandedBatch),
  validated: shapeOf(ExpandedBatch),
  windowless: shapeOf(ExpandedBatch),
};

/** Whether a batch replaces its pairs, what lies in a window, or either; `validated` is judged as the route that takes it. */
export type BatchKind = Exclude<keyof typeof shapes, 'windowless'>;

export interface ReadingBatch {
  readonly kind: BatchKind;
  /** For days that name no time zone. */
  readonly timeZone?: string | undefined;
}

/** Reads a batch, to set it or only to validate it. */
export function readBatch(bytes: Buffer, reading: ReadingBatch): BatchBody {
  return batchOf(jsonOrThrow(bytes), reading);
}

export function batchOf(written: unknown, { kind, timeZone }: ReadingBatch): BatchBody {
  // The public POST takes entries alone.
  if (kind === 'whole') return checkedBatch(written, [], kind);
  const { body, ...expanded } = expandBody(written, timeZone);
  const { problems } = expanded;
  if (!lacksWindow(body, kind, expanded)) return checkedBatch(body, problems, kind);
  const windowed = withWindow(body, expanded);
  if (windowed.kind === 'windowed') return checkedBatch(windowed.body, problems, kind);
  return checkedBatch(body, windowed.problems, 'windowless');
}

/** `problems` are those that are known before. */
function checkedBatch(body: unknown, problems: readonly Problem[], kind: keyof typeof shapes): BatchBody {
  const shape = shapes[kind](body);
  if (shape.kind === 'valid') {
    const { dropEnded: _dropEnded, ...pairs } = shape.value as ExpandedBatch;
    const batch = parseBatch(kind === 'windowless' ? pairs : shape.value);
    const all = [...problems, ...batch.problems];
    return { kind: 'batch', batch: { ...batch, problems: all }, told: (told) => told };
  }
  const schemaProblem = (fault: { readonly place: string; readonly text: string }) =>
    ({ rule: 'schema', ...fault }) as const;
  return {
    kind: 'misshapen',
    firstProblem: schemaProblem(shape.firstFault),
    explain: () => [...problems, ...shape.explain().map(schemaProblem)],
  };
}

// Beside a splice, a batch without `from` and `to` replaces its pairs, unless it says something of a window.
function lacksWindow(
  body: unknown,
  kind: BatchKind,
  { windows, problems }: Omit<ExpandedBody, 'body'>,
): body is Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || 'from' in body || 'to' in body) return false;
  const hasSeries = windows.length > 0 || problems.length > 0;
  return kind === 'splice' || 'dropEnded' in body || (kind === 'validated' && hasSeries);
}

export function rejectionOf(problems: readonly Problem[]): BadRequest {
  return new BadRequest(describeProblems(problems), problems);
}

export function versionDiffers(version: number): AppError {
  const message = `the schedule of this site is at version ${version} now`;
  return new RefusalWithHeaders('precondition_failed', {
    message,
    headers: { [HEADERS.scheduleVersion]: String(version) },
  });
}

type BatchOfPairs = Readonly<Record<string, unknown>>;

/** A splice that gives no window, with that of its series; its problem, if they have none or not the same. */
function withWindow(batch: BatchOfPairs, { windows, problems }: Omit<ExpandedBody, 'body'>): Windowed {
  const [window, ...others] = windows;
  const isOne = others.every(({ from, to }) => from === window?.from && to === window.to);
  if (window !== undefined && isOne) return { kind: 'windowed', body: { ...batch, ...window } };
  // A series that is refused says so itself.
  if (isOne && problems.length > 0) return { kind: 'windowless', problems };
  const text = isOne ? NO_WINDOW : MANY_WINDOWS;
  return { kind: 'windowless', problems: [{ rule: 'schema', place: 'from', text }, ...problems] };
}

type Windowed =
  | { readonly kind: 'windowed'; readonly body: BatchOfPairs }
  | { readonly kind: 'windowless'; readonly problems: readonly Problem[] };

const NO_WINDOW = 'missing; give from and to, or the values of one day or of one series';
const MANY_WINDOWS =
  'missing, and the values are of several windows; give from and to, or one of these days in each call';
