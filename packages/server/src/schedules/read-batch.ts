import {
  AppError,
  CheckSchedulesRequest,
  CreateSchedulesBatchRequest,
  HEADERS,
  SpliceSchedulesRequest,
} from '@setpoint/contract';
import { describeProblems, parseBatch, type ParsedBatch, type Problem } from '@setpoint/core';
import { RefusalWithHeaders } from '../http/refusal-with-headers.ts';
import { shapeOf } from '../wire/value-or-throw.ts';
import { jsonOrThrow } from '../wire/parse-json.ts';

/** What the bytes of a batch say; of another shape, there is nothing in them that the other rules could be asked of. */
export type BatchBody =
  | { readonly kind: 'batch'; readonly batch: ParsedBatch }
  | {
      readonly kind: 'misshapen';
      readonly firstProblem: Problem;
      /** All problems, which take long to find: in a turn of its own. */
      readonly explain: () => readonly Problem[];
    };

const shapes = {
  whole: shapeOf(CreateSchedulesBatchRequest),
  splice: shapeOf(SpliceSchedulesRequest),
  either: shapeOf(CheckSchedulesRequest),
};

/** Whether a batch replaces its pairs, or what lies in a window. */
export type BatchKind = keyof typeof shapes;

/** Reads a batch, to set it or only to validate it. */
export function readBatch(bytes: Buffer, maxEntries: number, kind: BatchKind): BatchBody {
  return batchOf(jsonOrThrow(bytes), maxEntries, kind);
}

export function batchOf(body: unknown, maxEntries: number, kind: BatchKind): BatchBody {
  const shape = shapes[kind](body);
  if (shape.kind === 'valid') return { kind: 'batch', batch: parseBatch(shape.value, maxEntries) };
  return {
    kind: 'misshapen',
    firstProblem: { rule: 'schema', ...shape.firstFault },
    explain: () => shape.explain().map((fault) => ({ rule: 'schema', ...fault })),
  };
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
