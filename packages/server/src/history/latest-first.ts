import type { CursorShape } from '../http/read/cursor-shape.ts';
import type { BatchPosition } from './list-batches.ts';

const VERSION = /^(?:0|[1-9]\d{0,14})$/;

/** Of the list of batches, which begins with the latest. */
export const LATEST_FIRST: CursorShape<BatchPosition> = {
  start: { epoch: Number.MAX_SAFE_INTEGER, version: Number.MAX_SAFE_INTEGER },
  partsOf: ({ epoch, version }) => [String(epoch), String(version)],
  positionOf: ([epoch = '', version = '', ...rest]) =>
    VERSION.test(epoch) && VERSION.test(version) && rest.length === 0
      ? { epoch: Number(epoch), version: Number(version) }
      : undefined,
};
