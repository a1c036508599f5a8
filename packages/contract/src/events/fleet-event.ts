import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { AlertConditionName, FiringAlert } from '../alerts/schema.ts';
import { TROUBLE } from '../delivery/schema.ts';
import { LimitedBy, RejectionCode } from '../gateway/schema.ts';
import { Actor } from '../schema/actor.ts';
import {
  AssetName,
  boolean,
  closed,
  CommandTypeName,
  followedType,
  instant,
  integer,
  number,
  numberOrNull,
  oneOf,
  onlyTrue,
  orNull,
  pair,
  text,
  textOrNull,
  titled,
  used,
  uuid,
} from '../schema/fields.ts';
import { EVENT_MEANING } from './event-meaning.ts';
import { EVENT_TYPES, type EventType, isAlertEvent, isAuditEvent, isPoolEvent } from './schema.ts';

const version = integer('The version of the schedule.');
const planned = oneOf(['grid', 'bess', 'solar'], 'The asset whose plan has the issue.');

const command = { ...pair, version: integer('The version of the schedule that the controller spoke of.') };

const entry = {
  ...pair,
  startAt: instant('When the entry begins.'),
  endAt: instant('When the entry ends.'),
  value: number('The value that is set.'),
  isLate: boolean('Whether the controller got the entry only after it should have begun.'),
};

const shortage = {
  shortOf: oneOf(
    ['asked', 'booked'],
    '`asked`: the members cannot give what the signal in force asks for. `booked`: all members together have less available than is booked for the primary ones.',
  ),
  direction: oneOf(['import', 'export'], 'The direction in which power is missing.'),
};

const alert = {
  alertName: text('The name of the alert.'),
  condition: AlertConditionName,
  subjectCount: integer('Number of sites, pools or credentials, also of those that are not named.'),
};

/** The fields that belong to each type of event. */
export const EVENT_DATA = {
  'batch.accepted': {
    batchId: uuid('The batch that was accepted.'),
    version: integer('The version of the schedule after the batch.'),
    clientId: uuid('The client or the person that set it.'),
    actor: Type.Optional(
      used(Actor, 'The client or the person that set it, without the name. Left out in events of before.'),
    ),
    commands: Type.Array(
      closed({
        asset: AssetName,
        type: CommandTypeName,
        isCleared: boolean('Whether the batch cleared the pair.'),
      }),
      { description: 'The pairs that the batch changed.' },
    ),
  },
  'batch.superseded': {
    batchId: uuid('The batch of which nothing is set any more.'),
    version: integer('The version of the schedule after that batch.'),
    by: uuid('The batch that replaced the last of it.'),
  },
  'command.accepted': command,
  'command.rejected': {
    ...command,
    code: RejectionCode,
    message: textOrNull('The message of the controller, if any.'),
  },
  'command.limited': {
    ...command,
    isOver: boolean('Whether it has ended.'),
    by: orNull(LimitedBy, 'The cause of the limit; null when it has ended.'),
    kW: numberOrNull('The power in its place when that began, as in the delivery; null when it has ended.'),
  },
  'site.online': {},
  'site.offline': {
    reason: oneOf(
      ['disconnected', 'silent'],
      '`disconnected`: the connection closed. `silent`: no report came in time (90 s; `SETPOINT_OFFLINE_AFTER_SECONDS`).',
    ),
  },
  'site.changed': {
    change: oneOf(['added', 'removed', 'edited', 'held', 'released', 'joined', 'left'], 'The change made to the site.'),
    actor: Type.Optional(
      used(
        Actor,
        'The client or the person that did it, without the name. Left out in events of before, and for a hold whose doer was removed meanwhile.',
      ),
    ),
    fields: Type.Optional(Type.Array(text(), { description: 'With `edited`: the fields that were changed.' })),
    holdId: Type.Optional(uuid('With `held` and `released`: the hold.')),
    poolId: Type.Optional(uuid('With `joined` and `left`: the pool of which the site is, or is no longer, a member.')),
  },
  'site.trouble': {
    ...TROUBLE,
    isOver: boolean('Whether it has ended.'),
    message: textOrNull('The same in words; null when it has ended.'),
  },
  'entry.started': entry,
  'entry.completed': entry,
  'entry.missed': entry,
  'following.deviating': {
    asset: oneOf(['grid', 'bess'], 'The asset of the setpoint or the limit.'),
    type: Type.Optional(followedType('The type of the command. Left out in events of before: `activePowerkW`.')),
    startAt: instant('When the entry began.'),
    endAt: instant('When the entry ended.'),
    value: number('The value that was set, in kW.'),
    measuredShare: number('The share of the time that was measured, 0 to 1.'),
    plannedkWh: numberOrNull('The planned energy over the measured time; null for a limit.'),
    measuredkWh: numberOrNull('The measured energy over the same time.'),
    meanErrorkW: numberOrNull(
      'The mean of measured minus planned power, in kW; for a limit, of measured power minus the limit over the time beyond it.',
    ),
    withinShare: numberOrNull('The share of the time within tolerance, 0 to 1.'),
  },
  'plan.issue': {
    version,
    asset: planned,
    code: text('The code of the issue, as in the plan.'),
    from: instant('Where the issue is new first.'),
    to: instant('The end of that stretch, not included.'),
    amount: numberOrNull('The greatest amount within it, in kW, or for `energy` in kWh; null if there is no measure.'),
    more: integer('In how many more stretches the issue is new.'),
  },
  'pool.short': {
    ...shortage,
    wantedkW: number('The power asked for or booked in this direction, in kW.'),
    missingkW: number('The part of it that no member can give, in kW.'),
    binds: Type.Array(
      closed({ because: text('The limits, as in `PoolShare`.'), members: integer('For how many members.') }),
      { description: 'The limits of the members that cannot give more, the most frequent first.' },
    ),
  },
  'pool.restored': { ...shortage, since: instant('When it had become short.') },
  'pool.member_deviating': {
    siteId: uuid('The member.'),
    orderedkW: number('Its order; plus is import.'),
    suppliedkW: number('The part of its orders that it gave by its last report.'),
  },
  'pool.member_following': { siteId: uuid('The member.') },
  'pool.seat_taken': {
    actor: used(Actor, 'The present holder, without the name.'),
    reason: textOrNull('Why it was taken over; null where it was free.'),
    from: Type.Optional(used(Actor, 'From whom it was taken over, without the name.')),
  },
  'pool.seat_given_back': { actor: used(Actor, 'The holder before, without the name.') },
  'alert.firing': {
    ...alert,
    subjects: Type.Array(FiringAlert, {
      description: 'The sites, pools or credentials that it began to fire for; at most 100.',
    }),
  },
  'alert.recovered': {
    ...alert,
    isAlertChanged: Type.Optional(onlyTrue('It ended only because the alert was changed: the problem may well last.')),
    subjects: Type.Array(FiringAlert, {
      description: 'The sites, pools or credentials that it no longer fires for; at most 100.',
    }),
  },
  'audit.sealed': {
    sequence: integer('The last record that is sealed.'),
    hash: text('The hash of that record.'),
    seal: text('A JSON Web Signature of both, in the compact form.'),
    keyId: text('The id of the key that signed it, as in `/.well-known/jwks.json`.'),
  },
} satisfies Record<EventType, TProperties>;

/** `batch.accepted` is a `BatchAcceptedEvent`. */
export function titleOf(type: string): string {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return words.join('');
}

const id = text('Identifies the event and its place in the log. To resume, send the last one back as `Last-Event-ID`.');

function subjectOf(type: EventType): TProperties {
  if (isAuditEvent(type)) return {};
  if (isAlertEvent(type)) return { alertId: uuid('The alert rule.') };
  return isPoolEvent(type)
    ? { poolId: uuid('The pool that it happened to.') }
    : { siteId: uuid('The site that it happened on.') };
}

function oneEvent(type: EventType): TSchema {
  const fields = {
    id,
    type: Type.Literal(type, { description: 'The type of the event.' }),
    ...subjectOf(type),
    at: instant('When it happened, which may be earlier than when it was written.'),
    data: closed(EVENT_DATA[type], { description: 'The fields of this type of event.' }),
  };
  return titled(`${titleOf(type)}Event`, fields, { description: EVENT_MEANING[type] });
}

/** An event inside a message of a webhook, whatever its format. */
export function messageData(type: EventType): TSchema {
  return closed({ id, ...subjectOf(type), ...EVENT_DATA[type] }, { description: 'The event itself.' });
}

/** What an event of a type happened to. */
type SubjectOf<Name extends EventType> = Name extends `audit.${string}`
  ? unknown
  : Name extends `alert.${string}`
    ? { alertId: string }
    : Name extends `pool.${string}`
      ? { poolId: string }
      : { siteId: string };

/** An event of each of these types: `data` is what belongs to its type. */
export type EventOf<Name extends EventType> = Name extends EventType
  ? SubjectOf<Name> & {
      id: string;
      type: Name;
      at: string;
      data: Static<TObject<(typeof EVENT_DATA)[Name]>>;
    }
  : never;

/** Something that happened on a site, to a pool or to the audit log, or an alert. */
export type FleetEvent = EventOf<EventType>;

export const FleetEvent = Type.Unsafe<FleetEvent>({
  title: 'FleetEvent',
  description:
    'Something that happened on a site, to a pool or to the audit log, or an alert. The fields of each type are in the schema of that type.',
  anyOf: EVENT_TYPES.map(oneEvent),
});
