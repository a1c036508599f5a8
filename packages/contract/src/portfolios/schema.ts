import { Type, type Static } from 'typebox';
import { ERROR_STATUS, type ErrorCode } from '../error/schema.ts';
import { LIMITS } from '../limits.ts';
import { AssetScheduleCommand } from '../schedules/schema.ts';

const strict = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });

const conditions = {
  siteId: uuid,
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

export const PortfolioBatch = Type.Object(
  {
    ...conditions,
    schedules: Type.Array(AssetScheduleCommand, { minItems: LIMITS.minCommands, maxItems: LIMITS.maxCommands }),
  },
  { ...strict, title: 'PortfolioBatch', description: 'What a batch for this site alone would hold.' },
);
export type PortfolioBatch = Static<typeof PortfolioBatch>;

const howMany = { minItems: 1, maxItems: LIMITS.maxSitesPerCall } as const;

const mode = Type.Enum([...PORTFOLIO_MODES], {
  description: 'all: every site, or none. each: every site by itself.',
});

export const PortfolioRequest = Type.Object(
  { mode, batches: Type.Array(PortfolioBatch, howMany) },
  { ...strict, title: 'PortfolioRequest', description: 'Batches for many sites; a site is named once.' },
);
export type PortfolioRequest = Static<typeof PortfolioRequest>;

/** As `PortfolioBatch`, before its schedules are looked at. */
export const PortfolioItemEnvelope = Type.Object({ ...conditions, schedules: Type.Unknown() }, strict);
export type PortfolioItemEnvelope = Static<typeof PortfolioItemEnvelope>;

/** As `PortfolioRequest`, before the schedules of each site are looked at. */
export const PortfolioEnvelope = Type.Object(
  { mode, batches: Type.Array(PortfolioItemEnvelope, howMany) },
  { ...strict, title: 'PortfolioEnvelope' },
);

/** As `PortfolioRequest`, before its batches are looked at. */
export const PortfolioOutline = Type.Object({ mode, batches: Type.Array(Type.Unknown(), howMany) }, strict);

export const PortfolioResult = Type.Object(
  {
    siteId: uuid,
    status: Type.Integer({ description: 'As a POST for this site alone would have been answered.' }),
    batchId: Type.Optional(uuid),
    accepted: Type.Optional(Type.Integer({ description: 'Commands of the batch, empty ones included.' })),
    scheduleVersion: Type.Optional(Type.Integer()),
    isReplayed: Type.Optional(Type.Boolean({ description: 'Set before, under the same idempotency key.' })),
    error: Type.Optional(Type.Enum(Object.keys(ERROR_STATUS) as ErrorCode[])),
    message: Type.Optional(Type.String()),
  },
  { ...strict, title: 'PortfolioResult', description: 'With `batchId` when it was accepted, else with `error`.' },
);
export type PortfolioResult = Static<typeof PortfolioResult>;

export const PortfolioResponse = Type.Object(
  {
    parentBatchId: Type.String({ format: 'uuid', description: 'Of all batches of this call.' }),
    accepted: Type.Integer({ description: 'Sites whose batch was accepted.' }),
    results: Type.Array(PortfolioResult, { description: 'In the order of the request.' }),
  },
  { ...strict, title: 'PortfolioResponse' },
);
export type PortfolioResponse = Static<typeof PortfolioResponse>;

export const PortfolioBatches = Type.Object(
  {
    parentBatchId: uuid,
    clientId: uuid,
    batches: Type.Array(
      Type.Object(
        {
          siteId: uuid,
          batchId: uuid,
          version: Type.Integer({ description: 'Of the schedule that it led to.' }),
          acceptedAt: Type.String({ format: 'date-time' }),
          accepted: Type.Integer({ description: 'Commands of the batch, empty ones included.' }),
        },
        strict,
      ),
      { description: 'By siteId, of the sites that the caller can see.' },
    ),
  },
  { ...strict, title: 'PortfolioBatches', description: 'What one call set.' },
);
export type PortfolioBatches = Static<typeof PortfolioBatches>;
