import { Type, type Static } from 'typebox';
import { ErrorCodeName } from '../error/schema.ts';
import { ScheduleProblem } from '../error/schedule-problem.ts';
import { LIMITS } from '../limits.ts';
import { Actor } from '../schema/actor.ts';
import { FleetScheduleCommand, optionalSpliceFields } from '../schedules/schema.ts';
import { boolean, closed, instant, integer, named, orNull, text, titled, uuid, uuidOrNull } from '../schema/fields.ts';

const conditions = {
  siteId: uuid('The site.'),
  ifScheduleVersion: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Apply only if the schedule of this site is at this version.' }),
  ),
  idempotencyKey: Type.Optional(
    Type.String({
      pattern: String.raw`^[\x21-\x7e]{1,255}$`,
      description: 'Makes it safe to repeat this batch for 48 hours. Each site has its own key.',
    }),
  ),
  ...optionalSpliceFields,
};

export const PORTFOLIO_MODES = ['all', 'each'] as const;
export type PortfolioMode = (typeof PORTFOLIO_MODES)[number];

export const PortfolioBatch = titled(
  'PortfolioBatch',
  {
    ...conditions,
    schedules: Type.Array(FleetScheduleCommand, { minItems: LIMITS.minCommands, maxItems: LIMITS.maxCommands }),
  },
  {
    description:
      'The batch for one site. With `from` and `to`, which go together, it replaces what lies in that window and keeps the rest; without them, it replaces all entries of its pairs. With `dropEnded` alone, the window is the day, or the span, of its values.',
  },
);
export type PortfolioBatch = Static<typeof PortfolioBatch>;

const howMany = { minItems: 1, maxItems: LIMITS.maxSitesPerCall } as const;

const mode = named(
  'PortfolioMode',
  PORTFOLIO_MODES,
  '`all`: every batch is applied, or none. `each`: each batch is accepted or refused by itself.',
);

export const PortfolioRequest = titled(
  'PortfolioRequest',
  { mode, batches: Type.Array(PortfolioBatch, howMany) },
  { description: 'Batches for many sites. Each site may be named only once.' },
);
export type PortfolioRequest = Static<typeof PortfolioRequest>;

/** `PortfolioBatch` before its schedules are checked. */
export const PortfolioItemEnvelope = closed({ ...conditions, schedules: Type.Unknown() });
export type PortfolioItemEnvelope = Static<typeof PortfolioItemEnvelope>;

/** `PortfolioRequest` before the schedules of each site are checked. */
export const PortfolioEnvelope = titled('PortfolioEnvelope', {
  mode,
  batches: Type.Array(PortfolioItemEnvelope, howMany),
});

/** `PortfolioRequest` before its batches are checked. */
export const PortfolioOutline = closed({ mode, batches: Type.Array(Type.Unknown(), howMany) });

export const PortfolioResult = titled(
  'PortfolioResult',
  {
    siteId: uuid('The site.'),
    status: integer('The status that a POST for this site alone would have had.'),
    batchId: Type.Optional(uuid('The batch.')),
    accepted: Type.Optional(integer('The number of commands in the batch, including empty ones.')),
    scheduleVersion: Type.Optional(integer('The version of the schedule after the batch.')),
    dropped: Type.Optional(
      integer('The number of entries that were dropped because they had ended, if the batch was for a window.'),
    ),
    isReplayed: Type.Optional(boolean('Whether the batch was set before, with the same idempotency key.')),
    error: Type.Optional(ErrorCodeName),
    message: Type.Optional(text('The same for people.')),
    problems: Type.Optional(
      Type.Array(ScheduleProblem, {
        minItems: 1,
        maxItems: LIMITS.maxProblemsOfSite,
        description: 'With status 400: what is wrong, and where in the batch for this site.',
      }),
    ),
  },
  { description: 'Has `batchId` if the batch was accepted, otherwise `error`.' },
);
export type PortfolioResult = Static<typeof PortfolioResult>;

export const PortfolioResponse = titled('PortfolioResponse', {
  parentBatchId: uuidOrNull(
    'Identifies the portfolio: this call with its batches. If it set none because all were set before, by one call, this is the id of that call; null if there is no such call.',
  ),
  accepted: integer('The number of sites whose batch was accepted.'),
  results: Type.Array(PortfolioResult, { description: 'One result per site, in the order of the request.' }),
});
export type PortfolioResponse = Static<typeof PortfolioResponse>;

export const PortfolioBatches = titled(
  'PortfolioBatches',
  {
    parentBatchId: uuid('The call that set them.'),
    clientId: uuid('The client or the person.'),
    actor: orNull(Actor, 'The client or the person that set them. null if it has been removed since.'),
    batches: Type.Array(
      closed({
        siteId: uuid('The site.'),
        batchId: uuid('The batch.'),
        version: integer('The version of the schedule after this batch.'),
        acceptedAt: instant('When the batch was accepted.'),
        accepted: integer('The number of commands in the batch, including empty ones.'),
      }),
      { description: 'Sorted by `siteId`; only sites that the caller can see.' },
    ),
  },
  { description: 'The batches of one portfolio.' },
);
export type PortfolioBatches = Static<typeof PortfolioBatches>;
