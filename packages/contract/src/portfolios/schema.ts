import { Type, type Static } from 'typebox';
import { ERROR_STATUS, type ErrorCode } from '../error/schema.ts';
import { LIMITS } from '../limits.ts';
import { AssetScheduleCommand } from '../schedules/schema.ts';
import { boolean, closed, instant, integer, oneOf, text, titled, uuid } from '../schema/fields.ts';

const conditions = {
  siteId: uuid(),
  ifScheduleVersion: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Apply only while the schedule of this site is at this version.' }),
  ),
  idempotencyKey: Type.Optional(
    Type.String({
      pattern: String.raw`^[\x21-\x7e]{1,255}$`,
      description: 'Makes repeating safe for 48 hours; one for each site.',
    }),
  ),
};

export const PORTFOLIO_MODES = ['all', 'each'] as const;
export type PortfolioMode = (typeof PORTFOLIO_MODES)[number];

export const PortfolioBatch = titled(
  'PortfolioBatch',
  {
    ...conditions,
    schedules: Type.Array(AssetScheduleCommand, { minItems: LIMITS.minCommands, maxItems: LIMITS.maxCommands }),
  },
  { description: 'What a batch for this site alone would hold.' },
);
export type PortfolioBatch = Static<typeof PortfolioBatch>;

const howMany = { minItems: 1, maxItems: LIMITS.maxSitesPerCall } as const;

const mode = oneOf(PORTFOLIO_MODES, 'all: every site, or none. each: every site by itself.');

export const PortfolioRequest = titled(
  'PortfolioRequest',
  { mode, batches: Type.Array(PortfolioBatch, howMany) },
  { description: 'Batches for many sites; a site is named once.' },
);
export type PortfolioRequest = Static<typeof PortfolioRequest>;

/** As `PortfolioBatch`, before its schedules are looked at. */
export const PortfolioItemEnvelope = closed({ ...conditions, schedules: Type.Unknown() });
export type PortfolioItemEnvelope = Static<typeof PortfolioItemEnvelope>;

/** As `PortfolioRequest`, before the schedules of each site are looked at. */
export const PortfolioEnvelope = titled('PortfolioEnvelope', {
  mode,
  batches: Type.Array(PortfolioItemEnvelope, howMany),
});

/** As `PortfolioRequest`, before its batches are looked at. */
export const PortfolioOutline = closed({ mode, batches: Type.Array(Type.Unknown(), howMany) });

export const PortfolioResult = titled(
  'PortfolioResult',
  {
    siteId: uuid(),
    status: integer('As a POST for this site alone would have been answered.'),
    batchId: Type.Optional(uuid()),
    accepted: Type.Optional(integer('Commands of the batch, empty ones included.')),
    scheduleVersion: Type.Optional(integer()),
    isReplayed: Type.Optional(boolean('Set before, under the same idempotency key.')),
    error: Type.Optional(Type.Enum(Object.keys(ERROR_STATUS) as ErrorCode[])),
    message: Type.Optional(text()),
  },
  { description: 'With `batchId` when it was accepted, else with `error`.' },
);
export type PortfolioResult = Static<typeof PortfolioResult>;

export const PortfolioResponse = titled('PortfolioResponse', {
  parentBatchId: uuid('Of all batches of this call.'),
  accepted: integer('Sites whose batch was accepted.'),
  results: Type.Array(PortfolioResult, { description: 'In the order of the request.' }),
});
export type PortfolioResponse = Static<typeof PortfolioResponse>;

export const PortfolioBatches = titled(
  'PortfolioBatches',
  {
    parentBatchId: uuid(),
    clientId: uuid(),
    batches: Type.Array(
      closed({
        siteId: uuid(),
        batchId: uuid(),
        version: integer('Of the schedule that it led to.'),
        acceptedAt: instant(),
        accepted: integer('Commands of the batch, empty ones included.'),
      }),
      { description: 'By siteId, of the sites that the caller can see.' },
    ),
  },
  { description: 'What one call set.' },
);
export type PortfolioBatches = Static<typeof PortfolioBatches>;
