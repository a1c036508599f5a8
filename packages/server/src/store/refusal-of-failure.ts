import { AppError } from '@setpoint/contract';
import { StoreFailure } from './store.ts';

const MESSAGE = 'the store cannot do this at the moment, and nothing was done; try again shortly';

/** What a caller is told of a store that is away, or held by others; undefined for what may have been done, or is broken. */
export function refusalOfFailure(cause: unknown): AppError | undefined {
  if (!(cause instanceof StoreFailure) || !cause.isPassing || cause.outcome === 'unknown') return undefined;
  return new AppError('service_unavailable', cause.told ?? MESSAGE, { cause });
}
