import type { FastifyInstance } from 'fastify';
import type { Serve } from './serve-operations.ts';
import type { Stoppable } from '../platform/shutdown/background-work.ts';
import type { Aging } from '../platform/loops/forgetting.ts';
import type { ClockStep } from '../platform/loops/tell-time.ts';

/** What a room of the service offers to its root; the root alone knows all rooms. */
export interface Room {
  /** Serves operations of the table, or whatever else is at a path. */
  routes?(serve: Serve, app: FastifyInstance): void;
  /** Begins what goes on by itself, once the service listens. */
  background?(): readonly Stoppable[];
  /** Steps of telling what the clock brings about; one of many nodes takes them. */
  readonly clockSteps?: readonly ClockStep[];
  /** What it forgets once that has had its time; one of many nodes does. */
  readonly forgetting?: readonly Aging[];
}
