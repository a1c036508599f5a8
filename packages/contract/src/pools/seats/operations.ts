import { PATHS } from '../../paths.ts';
import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, type Operation, put, remove, ok } from '../../operations/operation.ts';
import { badBody, conflict, REFUSALS } from '../../operations/refusals.ts';
import { mayNotAsk, poolId } from '../operations.ts';
import { PoolSeat, TakeSeatRequest } from './schema.ts';

const tag = 'Pools';
const reason = 'the line to the grid operator is down';
const taken: PoolSeat = {
  holder: { kind: 'client', id: EXAMPLES.clientId, name: 'Optimiser' },
  takenAt: '2026-10-01T10:14:08.000Z',
  reason,
  lastSequence: null,
  freeAt: null,
};

export const seatOperations = [
  {
    id: 'takePoolSeat',
    ...put(PATHS.fleetPoolSeat),
    tag,
    scope: 'schedules:write',
    summary: 'Take over the seat of a pool',
    description:
      'From now on only the caller can send signals to the pool, until it gives the seat back or another one takes it over. The last signal goes on until it ends. Sequences begin anew with each take-over.',
    parameters: [poolId],
    request: bodyOf(TakeSeatRequest, { reason }),
    success: ok('The caller has the seat.', PoolSeat, taken),
    otherwise: [badBody('reason: must be a text'), ...mayNotAsk],
  },
  {
    id: 'giveBackPoolSeat',
    ...remove(PATHS.fleetPoolSeat),
    tag,
    scope: 'schedules:write',
    summary: 'Give the seat of a pool back',
    description:
      'The next sender of a signal then takes the seat. The last signal goes on until it ends. Nothing changes where the seat is free.',
    parameters: [poolId],
    success: { status: 204, description: 'The caller does not have the seat.' },
    otherwise: [
      REFUSALS.noQuery,
      ...mayNotAsk,
      conflict(
        'Another client or person has the seat.',
        'Optimiser has the seat of this pool: only its holder can give it back; take it over first',
      ),
    ],
  },
] as const satisfies readonly Operation[];
