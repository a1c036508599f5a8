export const ASSETS = ['load', 'heatpump', 'genset', 'ev', 'grid', 'solar', 'bess', 'wind'] as const;
export type Asset = (typeof ASSETS)[number];

export type Direction = 'import' | 'export';
export type Service = 'afrr' | 'mfrr' | 'fcr';

/** One row of the command catalogue: everything the product knows about one asset/type pair. */
export interface CatalogueRow {
  readonly asset: Asset;
  readonly type: string;
  readonly unit: 'kW' | '%';
  /** What the sign of a value means, for people. */
  readonly sign: string;
  readonly meaning: string;
  readonly min: number;
  readonly max: number;
  /** The type of the same asset that cannot be set together with this one. */
  readonly exclusiveWith?: string;
  /** The type of the same asset that bounds the power from the other side. */
  readonly upperLimitOf?: string;
  readonly books?: { readonly service: Service; readonly direction: Direction };
  readonly activates?: 'afrr' | 'mfrr';
  /** Only restricts what a site may do; a hold leaves it in force. */
  readonly bounds?: true;
}

const anyKw = { unit: 'kW', min: -Number.MAX_VALUE, max: Number.MAX_VALUE } as const;
const positiveKw = { unit: 'kW', min: 0, max: Number.MAX_VALUE, sign: 'never negative' } as const;
const percent = { unit: '%', min: 0, max: 100, sign: '0 to 100' } as const;
const gridSign = 'positive = import, negative = export';

/** Every supported command. A new command is one row; answers list commands in this order. */
export const CATALOGUE = [
  {
    asset: 'grid',
    type: 'upperLimitkW',
    ...anyKw,
    sign: gridSign,
    meaning: 'upper limit of the power at the connection point',
    upperLimitOf: 'lowerLimitkW',
    bounds: true,
  },
  {
    asset: 'grid',
    type: 'lowerLimitkW',
    ...anyKw,
    sign: gridSign,
    meaning: 'lower limit of the power at the connection point',
    bounds: true,
  },
  {
    asset: 'grid',
    type: 'activePowerkW',
    ...anyKw,
    sign: gridSign,
    meaning: 'setpoint of the connection point',
  },
  {
    asset: 'grid',
    type: 'afrrImportBookingkW',
    ...positiveKw,
    meaning: 'booked aFRR import',
    books: { service: 'afrr', direction: 'import' },
  },
  {
    asset: 'grid',
    type: 'afrrExportBookingkW',
    ...positiveKw,
    meaning: 'booked aFRR export',
    books: { service: 'afrr', direction: 'export' },
  },
  {
    asset: 'grid',
    type: 'afrrActivationkW',
    ...anyKw,
    sign: gridSign,
    meaning: 'activation of booked aFRR',
    activates: 'afrr',
  },
  {
    asset: 'grid',
    type: 'mfrrImportBookingkW',
    ...positiveKw,
    meaning: 'booked mFRR import',
    books: { service: 'mfrr', direction: 'import' },
  },
  {
    asset: 'grid',
    type: 'mfrrExportBookingkW',
    ...positiveKw,
    meaning: 'booked mFRR export',
    books: { service: 'mfrr', direction: 'export' },
  },
  {
    asset: 'grid',
    type: 'mfrrActivationkW',
    ...anyKw,
    sign: gridSign,
    meaning: 'activation of booked mFRR',
    activates: 'mfrr',
  },
  {
    asset: 'grid',
    type: 'fcrImportkW',
    ...positiveKw,
    meaning: 'FCR import kept ready',
    books: { service: 'fcr', direction: 'import' },
  },
  {
    asset: 'grid',
    type: 'fcrExportkW',
    ...positiveKw,
    meaning: 'FCR export kept ready',
    books: { service: 'fcr', direction: 'export' },
  },
  {
    asset: 'solar',
    type: 'solarCurtailmentPcnt',
    ...percent,
    meaning: 'curtailment, the share of rated power to leave unused',
    bounds: true,
  },
  {
    asset: 'bess',
    type: 'activePowerkW',
    ...anyKw,
    sign: 'positive = discharge, negative = charge',
    meaning: 'setpoint of the storage',
    exclusiveWith: 'optimalSocPcnt',
  },
  {
    asset: 'bess',
    type: 'optimalSocPcnt',
    ...percent,
    meaning: 'state of charge to reach and keep',
    exclusiveWith: 'activePowerkW',
  },
] as const satisfies readonly CatalogueRow[];

export type CommandType = (typeof CATALOGUE)[number]['type'];

/** `asset/type`, the name of a row of the catalogue. */
export type PairName = `${Asset}/${CommandType}`;

/** The 13 type names, each once, in the catalogue's order. */
export const COMMAND_TYPES: readonly CommandType[] = [...new Set(CATALOGUE.map((row) => row.type))];

/** The two names that a pair is made of. */
export interface PairNames {
  readonly asset: Asset;
  readonly type: CommandType;
}

/** A pair that can be set: its row, and its place in every answer. */
export interface CataloguePair {
  readonly pair: PairName;
  readonly row: CatalogueRow;
  readonly ordinal: number;
}

const pairsByName = new Map<string, CataloguePair>(
  CATALOGUE.map((row, ordinal) => [pairName(row), { pair: pairName(row), row, ordinal }]),
);

export function pairName({ asset, type }: PairNames): PairName {
  return `${asset}/${type}`;
}

/** Undoes `pairName`: neither name has a slash. */
export function namesOfPair(pair: PairName): PairNames {
  const slash = pair.indexOf('/');
  return { asset: pair.slice(0, slash) as Asset, type: pair.slice(slash + 1) as CommandType };
}

/** Where a pair stands in every answer; any other comes last. */
export function ordinalOf(pair: PairName): number {
  return pairsByName.get(pair)?.ordinal ?? Number.MAX_SAFE_INTEGER;
}

/** The row of a pair and its place; undefined for any other name. */
export function findPair(name: string): CataloguePair | undefined {
  return pairsByName.get(name);
}

/** The command types that an asset takes. */
export function typesOfAsset(asset: string): readonly CommandType[] {
  return CATALOGUE.filter((row) => row.asset === asset).map((row) => row.type);
}
