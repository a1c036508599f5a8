import { Type, type Static } from 'typebox';
import {
  IMPLAUSIBLE_REASONS,
  IMPLAUSIBLE_TEXT,
  LimitedBy,
  meaningText,
  RejectionCode,
  TOLD_TROUBLE_MEANING,
} from '../gateway/schema.ts';
import {
  AssetName,
  boolean,
  closed,
  instant,
  integer,
  integerOrNull,
  named,
  number,
  oneOf,
  oneOfOrNull,
  orNull,
  pair,
  text,
  textOrNull,
  titled,
  used,
  uuid,
} from '../schema/fields.ts';

const ENTRY_STATES = [
  'scheduled',
  'executing',
  'executing_assumed',
  'completed',
  'missed',
  'rejected',
  'held',
  'superseded',
] as const;
const COMMAND_STATES = ['pending', 'accepted', 'unknown', 'rejected', 'held', 'superseded'] as const;
export const SITE_STATES = ['in_sync', 'partial', 'pending', 'unreachable'] as const;
export type SiteStateName = (typeof SITE_STATES)[number];

/** What is wrong before there is a report, or between several that report. */
export const LOGIN_TROUBLES = ['login_refused', 'subscription_refused', 'two_controllers'] as const;
export type LoginTrouble = (typeof LOGIN_TROUBLES)[number];

export const TROUBLE_MEANING = {
  clock_off: "the controller's clock is off by more than 2 s",
  not_measured: 'the power of an asset is not reported any more, or was never, though something is asked of it',
  limit_exceeded: 'the power of the connection point, or of solar, is beyond a limit that was in force for 30 s',
  setpoint_missed:
    'the power that is reported of the connection point or the storage is away from its setpoint, by more than the tolerances and the ramp of following explain, and what the controller says that it gives in part',
  reports_dropped: 'reports came twice, or after a later one',
  orders_not_taken: 'the controller says that it takes orders, and does not ask for them',
  ...TOLD_TROUBLE_MEANING,
  login_refused: 'somebody gave the id of the site, and no valid key',
  subscription_refused: 'by MQTT the controller asked for something else than its own schedule',
  two_controllers: 'connections with keys of the site keep taking over from each other',
} as const;
export type TroubleCode = keyof typeof TROUBLE_MEANING;
export const TROUBLE_CODES = Object.keys(TROUBLE_MEANING) as TroubleCode[];

export const TROUBLE = {
  code: named('TroubleCode', TROUBLE_CODES, meaningText(TROUBLE_MEANING)),
  asset: orNull(
    AssetName,
    'With `not_measured`, `limit_exceeded`, `setpoint_missed` and `implausible`: the asset; with `order_lost`, if it is known.',
  ),
  reason: Type.Optional(
    named('ImplausibleReason', IMPLAUSIBLE_REASONS, `With \`implausible\`: why. ${IMPLAUSIBLE_TEXT}`),
  ),
};

export const Trouble = titled(
  'Trouble',
  {
    ...TROUBLE,
    since: instant('When it was seen first.'),
    message: Type.Optional(text('The message of the controller, if it reported the trouble itself.')),
  },
  {
    description:
      'Something that is wrong with a controller, or with what it sends; over with the first report that counts when it was not seen for a minute.',
  },
);
export type Trouble = Static<typeof Trouble>;

export const DeliveredEntry = titled('DeliveredEntry', {
  startAt: instant('The start.'),
  endAt: instant('The end, not included.'),
  value: number('The value that is set.'),
  state: oneOfOrNull(
    ENTRY_STATES,
    'null if the entry had already ended when it was set. `scheduled`: in the future, or not applied yet. `executing`: under way, and the site is online. `executing_assumed`: under way, and the site is offline, or the power of the asset is not reported. `completed`: over, and applied before it ended. `missed`: over, and not applied before it ended. `rejected`: the controller does not carry out the command. `held`: stopped by a hold. `superseded`: replaced by a later batch.',
  ),
  isLate: boolean('Whether the controller applied it only after `startAt`.'),
});

const CommandState = named(
  'CommandState',
  COMMAND_STATES,
  '`pending`: the controller has not said yet. `accepted`: it carries the command out. `unknown`: it says so, and nothing shows it: the power of the asset has not been reported for a minute, or an activation comes without a setpoint. `rejected`: it does not. `held`: a hold stops the command. `superseded`: a later batch replaced it.',
);

const commandFields = {
  ...pair,
  state: CommandState,
  code: orNull(RejectionCode, 'Why the controller rejects the command; null unless it does.'),
  message: textOrNull('The message of the controller, if it rejects the command and says more than the code.'),
};

export const DeliveredCommand = titled('DeliveredCommand', {
  ...commandFields,
  limited: orNull(
    closed({
      by: LimitedBy,
      kW: number('The power given of a setpoint or an activation; for a limit, the power of the connection point.'),
    }),
    'An accepted command that the controller can serve only in part now; null for any other.',
  ),
  version: integer('The version of the schedule.'),
  entries: Type.Array(DeliveredEntry),
});

export const DeliveredOrder = titled(
  'DeliveredOrder',
  {
    ...pair,
    source: Type.Literal('order', { description: 'As in the plan: asked for by a pool, set by no batch.' }),
    poolId: uuid('The pool.'),
    sequence: integer('The number of the signal that the order is a share of.'),
    startAt: instant('Since when it holds.'),
    endAt: instant('When it ends by itself; from then on, what is set holds again.'),
    value: number('The power in kW; plus is import.'),
  },
  {
    description:
      'The order of a pool now, in the place of the activation that is set. The controller gets it by the way of its own for orders, or as an entry of its snapshot: then `appliedRevision` is `revision` with `~o` and a hash of the orders behind it.',
  },
);

export type DeliveredOrder = Static<typeof DeliveredOrder>;

export const SiteDelivery = titled(
  'SiteDelivery',
  {
    siteId: uuid('The site.'),
    state: oneOf(SITE_STATES, 'Whether the controller has the current schedule.'),
    version: integer('The version of the schedule.'),
    revision: text('The revision of the schedule.'),
    appliedVersion: integerOrNull(
      'The version that the controller last reported; null if its revision is not one that this service sent.',
    ),
    appliedRevision: textOrNull('The revision that the controller last reported.'),
    isOnline: boolean(
      'Whether the controller is connected, or has reported in time (90 s; `SETPOINT_OFFLINE_AFTER_SECONDS`).',
    ),
    reportedAt: textOrNull('When the last report arrived.'),
    clockOffsetMs: integerOrNull("How far the controller's clock is behind."),
    isClockOff: boolean('Whether the clock is off by more than 2 s.'),
    troubles: Type.Array(Trouble, { description: 'The trouble with the controller, or with its reports.' }),
    protocolErrors: integer('The number of refused reports.'),
    lastProtocolError: Type.Unsafe<{ at: string; reason: string } | null>({
      anyOf: [
        {
          type: 'object',
          properties: { at: { type: 'string', format: 'date-time' }, reason: { type: 'string' } },
          required: ['at', 'reason'],
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    }),
    commands: Type.Array(DeliveredCommand, {
      description: 'The commands that are set. Orders of pools are in `orders`.',
    }),
    orders: Type.Array(DeliveredOrder),
  },
  { description: 'How far the schedule of a site has come.' },
);
export type SiteDelivery = Static<typeof SiteDelivery>;

export const BatchDelivery = titled(
  'BatchDelivery',
  {
    batchId: uuid('The batch.'),
    siteId: uuid('The site.'),
    version: integer('The version of the schedule.'),
    acceptedAt: instant('When the batch was accepted.'),
    state: used(CommandState, 'The worst state among the commands of the batch that have not been superseded.'),
    commands: Type.Array(closed(commandFields)),
  },
  { description: 'How far a batch has come.' },
);
export type BatchDelivery = Static<typeof BatchDelivery>;
