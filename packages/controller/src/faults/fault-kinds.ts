import { ASSETS } from '@setpoint/contract';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { type Checked, checkerOf } from '../config/checker-of.ts';
import { type Fault, STEERED_DEVICES } from '../plant/fault.ts';

interface Meeting {
  readonly probability: number;
  /** How the paths begin that it meets. */
  readonly path: string;
  /** undefined for any. */
  readonly method: string | undefined;
}

/** What goes wrong with answers over HTTP. */
export type InterfaceFault = Meeting &
  ({ readonly kind: 'late' | 'too_many_requests'; readonly seconds: number } | { readonly kind: 'answer_lost' });

type Timeless<Any> = Any extends unknown ? Omit<Any, 'atMs' | 'forMs'> : never;

/** What an entry asks for, without its site and its time. */
export type AskedFault =
  | { readonly of: 'site'; readonly fault: Timeless<Fault> }
  | { readonly of: 'interface'; readonly fault: InterfaceFault };

type ReadFault = (entry: unknown, place: string) => Checked<AskedFault>;

const strict = { additionalProperties: false } as const;
const any = { kind: Type.String(), startAt: Type.Optional(Type.String()), endAt: Type.Optional(Type.String()) };
const chance = { probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })) };
const seconds = Type.Number({ minimum: 0.1, maximum: 3_600 });
const device = Type.Enum([...ASSETS]);
const path = Type.Optional(Type.String({ pattern: '^/', description: 'the beginning of a path, as /api/v1/public' }));

const method = Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']));

// The console lists sites and tells of them from elsewhere, so that it can show what goes wrong here.
const USUAL_PATH = '/api/v1/public';

/** Every kind, with the fields that it may have. */
export const FAULT_KINDS: Readonly<Record<Fault['kind'] | InterfaceFault['kind'], ReadFault>> = {
  drop: reading(atSite(chance), ({ probability = 1 }) => ofSite({ kind: 'drop', probability })),
  half_open: reading(atSite({}), () => ofSite({ kind: 'half_open' })),
  duplicate: reading(atSite(chance), ({ probability = 1 }) => ofSite({ kind: 'duplicate', probability })),
  reorder: reading(atSite({ depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }), ({ depth = 2 }) =>
    ofSite({ kind: 'reorder', depth }),
  ),
  skew: reading(atSite({ seconds: Type.Number({ minimum: -86_400, maximum: 86_400 }) }), (entry) =>
    ofSite({ kind: 'skew', skewMs: entry.seconds * 1_000 }),
  ),
  reject_pair: reading(atSite({ asset: device, type: Type.String() }), ({ asset, type }) =>
    ofSite({ kind: 'reject_pair', asset, type }),
  ),
  nan_meter: reading(atSite({ device }), (entry) => ofSite({ kind: 'nan_meter', device: entry.device })),
  deaf: reading(atSite({ device: Type.Enum([...STEERED_DEVICES]) }), (entry) =>
    ofSite({ kind: 'deaf', device: entry.device }),
  ),
  lie: reading(atSite({}), () => ofSite({ kind: 'lie' })),
  restart: reading(atSite({ withMemory: Type.Optional(Type.Boolean()) }), ({ withMemory = true }) =>
    ofSite({ kind: 'restart', withMemory }),
  ),
  late: reading(atInterface({ seconds }), (entry) => ofInterface(entry, { kind: 'late', seconds: entry.seconds })),
  answer_lost: reading(atInterface({}), (entry) => ofInterface(entry, { kind: 'answer_lost' })),
  too_many_requests: reading(atInterface({ seconds: Type.Optional(seconds) }), (entry) =>
    ofInterface(entry, { kind: 'too_many_requests', seconds: entry.seconds ?? 1 }),
  ),
};

function atSite<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ ...any, site: Type.Optional(Type.String()), ...fields }, strict);
}

function atInterface<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ ...any, ...chance, path, method, ...fields }, strict);
}

function reading<Schema extends TSchema>(schema: Schema, make: (entry: Static<Schema>) => AskedFault): ReadFault {
  const check = checkerOf(schema);
  return (entry, place) => {
    const checked = check(entry, place);
    return checked.kind === 'invalid' ? checked : { kind: 'valid', value: make(checked.value) };
  };
}

function ofSite(fault: Timeless<Fault>): AskedFault {
  return { of: 'site', fault };
}

type Kind =
  | { readonly kind: 'late' | 'too_many_requests'; readonly seconds: number }
  | { readonly kind: 'answer_lost' };

function ofInterface(asked: { probability?: number; path?: string; method?: string }, kind: Kind): AskedFault {
  const meeting = { probability: asked.probability ?? 1, path: asked.path ?? USUAL_PATH, method: asked.method };
  return { of: 'interface', fault: { ...kind, ...meeting } };
}
