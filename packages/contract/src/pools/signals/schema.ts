import { type Static, Type } from 'typebox';
import {
  instant,
  integer,
  integerOrNull,
  nextCursor,
  number,
  orNull,
  text,
  textOrNull,
  titled,
  used,
  uuid,
} from '../../schema/fields.ts';
import { LIMITS } from '../../limits.ts';
import { Actor } from '../../schema/actor.ts';
import { PoolService } from '../schema.ts';

const MOST_KW = 10_000_000;
const sequence = Type.Integer({
  minimum: 0,
  maximum: LIMITS.maxSequence,
  description: 'The number of the signal; it only grows, from each seat.',
});
const orderSequence = integer(
  'The number of its orders, as controllers, plan and delivery have it: the `sequence`, unless the seat changed hands and orders had come further. It grows with each signal of the pool.',
);

const kW = Type.Number({
  minimum: -MOST_KW,
  maximum: MOST_KW,
  description: 'The power asked of the pool, to the watt; plus is import.',
});
const asked = {
  at: Type.Optional(instant('When it was asked for; now, if left out. At most 10 s from now.')),
  validUntil: instant('When it ends by itself: after now, and at most 15 minutes after `at`.'),
};

export const PutSignalRequest = titled('PutSignalRequest', { kW, sequence, ...asked });
export type PutSignalRequest = Static<typeof PutSignalRequest>;

export const SendSignalRequest = titled('SendSignalRequest', {
  kW,
  ...asked,
  replaces: Type.Optional(
    integer('The `orderSequence` of the signal that it ends: 409 if another signal runs by now. Any, if left out.'),
  ),
});
export type SendSignalRequest = Static<typeof SendSignalRequest>;

const ShortfallReason = titled('ShortfallReason', {
  because: text('Why, as in `PoolShare`.'),
  members: integer('For how many members.'),
});

const when = { at: instant('When it was asked for.'), validUntil: instant('When it ends.') };

const SignalBefore = titled('SignalBefore', {
  kW: number('The power asked of the pool; plus is import.'),
  validUntil: when.validUntil,
});

export const PoolSignal = titled('PoolSignal', {
  poolId: uuid('The pool.'),
  sequence,
  orderSequence,
  ...when,
  kW: number('The power asked of the pool; plus is import.'),
  orderedkW: number('The sum of the orders of its members.'),
  followedkW: number(
    'The power that unreachable members may still give, by orders that have not ended; also those that left meanwhile.',
  ),
  missedkW: number(
    'The orders minus the measured power, of members that deviate or come from the other direction; plus is import. The other members get orders to make up for it, as far as they can, also in the other direction.',
  ),
  shortfallkW: number('The power that no member can give; plus is import.'),
  surpluskW: number(
    'The power beyond the signal from members that deviate, cannot be reached, or cannot come down faster, as far as the others cannot make up for it.',
  ),
  memberCount: integer(
    'The number of members it was divided among, with those that left and may still follow an order.',
  ),
  actor: orNull(Actor, 'The client or the person that asked for it. null if it has been removed since.'),
  reasons: Type.Array(ShortfallReason, { description: 'Why members could not give more, the most frequent first.' }),
  before: Type.Optional(
    orNull(
      SignalBefore,
      'The signal that DELETE would put in force again; null if it would ask the pool for 0 kW. Only in the answer of GET without `at`.',
    ),
  ),
});
export type PoolSignal = Static<typeof PoolSignal>;

export const RefusedSignal = titled(
  'RefusedSignal',
  {
    error: text('A code for programs, as over HTTPS.'),
    message: text('The same for people.'),
    sequence: integerOrNull('The signal that was refused; null where it could not be read.'),
  },
  { description: 'Why a signal that came by MQTT was not taken.' },
);
export type RefusedSignal = Static<typeof RefusedSignal>;

const because = textOrNull(
  'Why it is not more: `offline`, `behind` (has not applied its schedule for a minute), `held`, `rejecting`, `clock`, `deviating` (does not follow its orders), `rejected` (rejects its booking), `energy` (its storage), `ramp`, `rating`, or the pair that binds, such as `grid/afrrImportBookingkW`; null if it could give more.',
);
const share = { kW: number('The order of the member; plus is import.'), because };

export const PoolShare = titled('PoolShare', {
  siteId: uuid('The member.'),
  ...share,
  followedkW: number('The power that it may still give by its last order, if it cannot be reached.'),
  missedkW: number(
    'Its order minus the power that it gives, if it deviates or is on its way from the other direction; plus is import.',
  ),
});
export type PoolShare = Static<typeof PoolShare>;

export const PoolShareList = titled('PoolShareList', {
  sequence,
  ...when,
  shares: Type.Array(PoolShare, { description: 'Sorted by `siteId`.' }),
  nextCursor,
});
export type PoolShareList = Static<typeof PoolShareList>;

const OrderedSignal = titled(
  'OrderedSignal',
  {
    poolName: text('The name of the pool.'),
    kW: number('The power asked of the pool; plus is import.'),
    shortfallkW: number('The power that no member could give; plus is import.'),
    memberCount: integer('The number of members it was divided among.'),
    round: integer('How often the signal had been divided before.'),
  },
  { description: 'The signal that an order is a share of, as a whole; only for those who may see the pool.' },
);

export const SiteOrder = titled('SiteOrder', {
  poolId: uuid('The pool that asked.'),
  service: used(PoolService, 'The service of the pool.'),
  sequence,
  orderSequence,
  ...when,
  ...share,
  followedkW: number('The power that the site may still have given by an earlier order, if it could not be reached.'),
  missedkW: number(
    'Its order minus the power that it gave, if it deviated or was on its way from the other direction; plus is import.',
  ),
  text: text('Its order, the signal behind it and the reason for the amount, in sentences.'),
  signal: Type.Optional(OrderedSignal),
});
export type SiteOrder = Static<typeof SiteOrder>;

export const SiteOrderList = titled('SiteOrderList', {
  siteId: uuid('The site.'),
  orders: Type.Array(SiteOrder, { description: 'One for each pool that asked it for something.' }),
});
export type SiteOrderList = Static<typeof SiteOrderList>;
