import { type Static, Type } from 'typebox';
import {
  closed,
  DOCUMENTED,
  exactlyOneOf,
  instant,
  integer,
  line,
  named,
  oneOf,
  onlyTrue,
  text,
  titled,
  uuid,
} from '../schema/fields.ts';

/** What an alert can be about. */
export const ALERT_CONDITIONS = [
  'offline',
  'behind',
  'deviating',
  'pool_short',
  'credential_ending',
  'clock_jumped',
] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

export const ALERT_CHANNELS = ['webhook', 'slack', 'pagerduty', 'email'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

const LONGEST_MINUTES = 525_600;

const alertName = line(200, 'The name; messages begin with it.');
const minutes = Type.Integer({
  minimum: 0,
  maximum: LONGEST_MINUTES,
  description:
    'How long the condition must last before the rule fires; for `credential_ending`, how long before the end.',
});
const which = {
  siteId: Type.Optional(uuid('One site.')),
  poolId: Type.Optional(uuid('The sites that are members of this pool at the time.')),
  allSites: Type.Optional(onlyTrue('All sites.')),
};
const target = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'An https address; for `pagerduty` the routing key, for `email` the address of a mailbox.',
});

export const AlertConditionName = oneOf(
  ALERT_CONDITIONS,
  '`offline`: the controller is not heard of. `behind`: it has not applied what is set. `deviating`: the setpoint, or the limit of the connection point, that ended last was not followed. `pool_short`: a pool is asked for more than its members can give; with `poolId`, or with `allSites` for all pools. `credential_ending`: a key of a controller or a grant ends soon; with `allSites`, also a secret of a client and the TLS certificate of the service. `clock_jumped`: the clock differs from the time of the store by more than an hour; with `allSites`.',
);

/** A site, a pool or a credential that a rule fires for. */
export const FiringAlert = titled('FiringAlert', {
  subjectId: text('The site, the pool, or the credential with its end.'),
  subjectName: text(),
  since: instant('Since when the condition has lasted.'),
});

const ruleFields = {
  alertName,
  condition: AlertConditionName,
  minutes,
  ...which,
  channel: named(
    'AlertChannel',
    ALERT_CHANNELS,
    '`webhook`: a signed message, as events are sent. `slack`: an incoming webhook of Slack, or of what takes the same. `pagerduty`: Events API v2. `email`: by the SMTP server of the service.',
  ),
};

export const AddAlertRequest = titled(
  'AddAlertRequest',
  { ...ruleFields, target },
  { [DOCUMENTED]: exactlyOneOf(['siteId', 'poolId', 'allSites']) },
);
export type AddAlertRequest = Static<typeof AddAlertRequest>;

/** What an alert is about and how it is sent stay: for another condition or channel, another alert is added. */
export const ChangeAlertRequest = closed(
  {
    alertName: Type.Optional(alertName),
    minutes: Type.Optional(minutes),
    ...which,
    target: Type.Optional(target),
  },
  { minProperties: 1, title: 'ChangeAlertRequest' },
);
export type ChangeAlertRequest = Static<typeof ChangeAlertRequest>;

export const Alert = titled('Alert', {
  alertId: uuid(),
  ...ruleFields,
  target: text('Where it goes, as far as that is no secret.'),
  firing: Type.Array(FiringAlert, {
    description: 'The sites, pools or credentials that the rule is firing for now; at most 100.',
  }),
  firingCount: integer('Number of sites, pools or credentials firing now.'),
  lastError: text('Why the last attempt failed; empty if it did not.'),
  createdAt: instant(),
});
export type Alert = Static<typeof Alert>;

export const AlertList = titled('AlertList', { alerts: Type.Array(Alert) });
export type AlertList = Static<typeof AlertList>;

export const AddedAlert = titled('AddedAlert', {
  alertId: uuid(),
  secret: text('For `webhook`: the secret that messages are signed with, shown only once. Empty for others.'),
});
export type AddedAlert = Static<typeof AddedAlert>;

export const AlertTestResult = titled('AlertTestResult', {
  error: text('Why the message was not taken; empty if it was.'),
});
export type AlertTestResult = Static<typeof AlertTestResult>;
