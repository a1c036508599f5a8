import { AppError } from '@setpoint/contract';

/** The refusal of a request that names something that is not there, or not there for its caller. */
export function noSuch(what: string, named?: string): AppError {
  return new AppError('not_found', `there is no such ${what}${named === undefined ? '' : `: ${named}`}`);
}
