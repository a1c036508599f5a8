import { type Static, Type } from 'typebox';
import { controlOfKind, isMetered, meteredKinds, type SunspecKind } from './sunspec-site-config.ts';

const strict = { additionalProperties: false } as const;
const percent = Type.Number({ minimum: 0, maximum: 100 });

const Device = Type.Object(
  {
    uid: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1 }),
    kind: Type.Enum([...(Object.keys(controlOfKind) as SunspecKind[]), ...meteredKinds]),
    host: Type.String({ minLength: 1 }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    unitId: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    baseAddress: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_533 })),
    upperKw: Type.Optional(Type.Number({ minimum: 0 })),
    lowerKw: Type.Optional(Type.Number({ maximum: 0 })),
    positiveIs: Type.Optional(Type.Enum(['import', 'export'])),
    allowWithoutReversion: Type.Optional(Type.Boolean()),
    patienceSeconds: Type.Optional(Type.Integer({ minimum: 10, maximum: 600 })),
  },
  strict,
);

/** What no SunSpec model says about the storage of a site. */
const Storage = Type.Object(
  {
    ownMode: Type.Optional(Type.Enum(['idle', 'self_consumption'])),
    minSocPercent: Type.Optional(percent),
    maxSocPercent: Type.Optional(percent),
    fadePercent: Type.Optional(Type.Number({ minimum: 0, maximum: 50 })),
  },
  strict,
);

export const SunspecSiteFile = Type.Object(
  {
    kind: Type.Literal('sunspec'),
    name: Type.String({ minLength: 1 }),
    devices: Type.Array(Device, { minItems: 1, maxItems: 100 }),
    // At most a third of it may pass between two orders, and there is one a second.
    reversionSeconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 3_600 })),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 60_000 })),
    storage: Type.Optional(Storage),
  },
  strict,
);
export type SunspecSiteFile = Static<typeof SunspecSiteFile>;

/** The problems of a site whose shape is right; none if it can run. */
export function sunspecProblems({ devices, storage = {} }: SunspecSiteFile): string[] {
  const { minSocPercent = 0, maxSocPercent = 100 } = storage;
  return [
    ...repeated(devices.map(({ uid }) => uid)).map((index) => `devices.${index}.uid: another device has it`),
    ...repeated(devices.map(placeOf)).map(
      (index) => `devices.${index}.host: another device of its kind is at the same place`,
    ),
    ...devices.flatMap(meterProblems),
    ...(minSocPercent < maxSocPercent ? [] : ['storage.minSocPercent: must be below maxSocPercent']),
  ];
}

type DeviceOfFile = SunspecSiteFile['devices'][number];

function meterProblems({ kind, upperKw, lowerKw }: DeviceOfFile, index: number): string[] {
  if (!isMetered(kind)) return [];
  return [
    ...(upperKw === undefined ? [`devices.${index}.upperKw: is needed, because a meter states no ratings`] : []),
    ...(kind === 'grid' && lowerKw === undefined
      ? [`devices.${index}.lowerKw: is needed, because a meter states no ratings`]
      : []),
    ...(upperKw === 0 && (lowerKw ?? 0) === 0
      ? [`devices.${index}.upperKw: is what it can carry; with 0, and no lowerKw, that is nothing`]
      : []),
  ];
}

/** A hybrid inverter is a battery and panels at one place, often with the meter of the connection point. */
function placeOf({ host, port = 502, unitId = 1, kind }: DeviceOfFile): string {
  return `${host.toLowerCase()} ${port} ${unitId} ${kind}`;
}

/** The places of the values that occurred before. */
function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}
