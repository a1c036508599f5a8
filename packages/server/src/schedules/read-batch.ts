import { AppError, CreateSchedulesBatchRequest, ExpandedBatch, ExpandedSplice, HEADERS } from '@setpoint/contract';
import { describeProblems, parseBatch, type ParsedBatch, type Problem } from '@setpoint/core';
import { RefusalWithHeaders } from '../http/send/refusal-with-headers.ts';
import { expandBody } from './expand-body.ts';
import { shapeOf } from '../wire/value-or-throw.ts';
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
};

/** Whether a batch replaces its pairs, what lies in a window, or either; `validated` is judged as the route that takes it. */
export type BatchKind = keyof typeof shapes;

export interface ReadingBatch {
  readonly maxEntries: number;
  readonly kind: BatchKind;
  /** For days that name no time zone. */
  readonly timeZone?: string | undefined;
}

/** Reads a batch, to set it or only to validate it. */
export function readBatch(bytes: Buffer, reading: ReadingBatch): BatchBody {
  return batchOf(jsonOrThrow(bytes), reading);
}

export function batchOf(written: unknown, { maxEntries, kind, timeZone }: ReadingBatch): BatchBody {
  const { body, problems } = takesSeries(written, kind)
    ? expandBody(written, { maxEntries, zoneOfSite: timeZone })
    : { body: written, problems: [] };
  const shape = shapes[kind](body);
  if (shape.kind === 'valid') {
    const batch = parseBatch(shape.value, maxEntries);
    const all = [...problems, ...batch.problems];
    return { kind: 'batch', batch: { ...batch, problems: all }, told: (told) => told };
  }
  return {
    kind: 'misshapen',
    firstProblem: { rule: 'schema', ...shape.firstFault },
    explain: () => [...problems, ...shape.explain().map((fault) => ({ rule: 'schema', ...fault }) as const)],
  };
}

// The public POST takes entries alone, and so does a body that asks what it would say.
function takesSeries(written: unknown, kind: BatchKind): boolean {
  const isOfPost = typeof written === 'object' && written !== null && !('from' in written);
  return kind !== 'whole' && !(kind === 'validated' && isOfPost);
}

export function rejectionOf(problems: readonly Problem[]): AppError {
  return new AppError('bad_request', describeProblems(problems));
}

export function versionDiffers(version: number): AppError {
  const message = `the schedule of this site is at version ${version} now`;
  return new RefusalWithHeaders('precondition_failed', {
    message,
    headers: { [HEADERS.scheduleVersion]: String(version) },
  });
}
