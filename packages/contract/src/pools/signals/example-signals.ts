import { EXAMPLES } from '../../operations/examples.ts';
import { POOL_ID } from '../operations.ts';
import type { PoolSignal, PutSignalRequest, RefusedSignal, SendSignalRequest } from './schema.ts';

const times = { at: '2026-10-01T10:14:08.000Z', validUntil: '2026-10-01T10:14:20.000Z' };

const asked: PutSignalRequest = { kW: 12_500, sequence: 4711, validUntil: times.validUntil };

const unnumbered: SendSignalRequest = { kW: 12_500, validUntil: times.validUntil };

const taken: PoolSignal = {
  poolId: POOL_ID,
  sequence: 4711,
  orderSequence: 4711,
  ...times,
  kW: 12_500,
  actor: { kind: 'client', id: EXAMPLES.clientId, name: 'Optimiser' },
  orderedkW: 12_400,
  followedkW: 0,
  missedkW: 0,
  shortfallkW: 100,
  surpluskW: 0,
  memberCount: 212,
  reasons: [{ because: 'grid/afrrImportBookingkW', members: 212 }],
};

const refused: RefusedSignal = {
  error: 'conflict',
  message: 'sequence: must be above 4711, that of the last signal',
  sequence: 4711,
};

const unreadable: RefusedSignal = { error: 'bad_request', message: 'the body is not JSON', sequence: null };

/** What a client asks of a pool, and what it is answered. */
export const EXAMPLE_SIGNALS = { asked, unnumbered, taken, refused, unreadable } as const;
