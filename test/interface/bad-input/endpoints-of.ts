import {
  AddClientRequest,
  AddSiteRequest,
  ChangeClientRequest,
  CreateSchedulesBatchRequest,
  Grant,
  SubjectMapping,
} from '@setpoint/contract';
import { KEPT } from '../kept-site.ts';
import { nodeOf, writeNode } from './json-node.ts';
import { mutateNode, type Shape } from './mutate-node.ts';

/** Somewhere a body can be sent to, and bodies that are right there. */
export interface Endpoint {
  readonly method: 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly valid: readonly string[];
  /** Every body that is one change away from a right one. */
  readonly mutants: readonly string[];
  /** The hand-written rule for a body that was read; schedules are judged by the model instead. */
  readonly isValid?: (body: unknown) => boolean;
}

const HOUR = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T01:00:00+00:00', value: 12.5 };
const LATER = { startAt: '2026-06-01T05:00:00.250Z', endAt: '2026-06-01t06:00:00z', value: 0 };
const BATCHES = [
  { schedules: [{ asset: 'bess', type: 'activePowerkW', entries: [HOUR, LATER] }] },
  {
    schedules: [
      { asset: 'grid', type: 'upperLimitkW', entries: [HOUR] },
      { asset: 'grid', type: 'lowerLimitkW', entries: [{ ...HOUR, value: -5 }] },
      { asset: 'solar', type: 'solarCurtailmentPcnt', entries: [] },
    ],
  },
  {
    schedules: [
      { asset: 'grid', type: 'mfrrActivationkW', entries: [{ ...HOUR, value: -5 }] },
      { asset: 'grid', type: 'mfrrExportBookingkW', entries: [HOUR] },
    ],
  },
  { schedules: KEPT },
];

export interface Places {
  readonly siteId: string;
  readonly clientId: string;
}

export function endpointsOf({ siteId, clientId }: Places): readonly [schedules: Endpoint, ...registry: Endpoint[]] {
  const client = `/api/v1/fleet/clients/${clientId}`;
  return [
    endpoint('POST', `/api/v1/public/sites/${siteId}/schedules`, {
      schema: CreateSchedulesBatchRequest,
      valid: BATCHES,
    }),
    endpoint('POST', '/api/v1/fleet/sites', {
      schema: AddSiteRequest,
      valid: [{ siteName: 'mutant', timeZone: 'Europe/Berlin', siteId: '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001' }],
      isValid: (body) =>
        hasOnly(body, { siteName: isName, siteId: isId, timeZone: isZone, notes: isNotes, holdSeconds: isHold }) &&
        isName(body['siteName']),
    }),
    endpoint('POST', '/api/v1/fleet/clients', {
      schema: AddClientRequest,
      valid: [{ clientName: 'mutant', scopes: ['sites:read', 'schedules:write'] }],
      isValid: (body) => hasOnly(body, { clientName: isName, scopes: areScopes }) && isName(body['clientName']),
    }),
    endpoint('PATCH', client, {
      schema: ChangeClientRequest,
      valid: [{ isEnabled: true }],
      isValid: (body) => hasOnly(body, { isEnabled: isBoolean }) && isBoolean(body['isEnabled']),
    }),
    endpoint('PUT', `${client}/grants`, {
      schema: Grant,
      valid: [
        { siteId, can: 'read' },
        { allSites: true, can: 'schedule' },
      ],
      isValid: (body) =>
        hasOnly(body, { siteId: isId, poolId: isId, allSites: isTrue, can: isAbility }) &&
        isAbility(body['can']) &&
        ['siteId', 'poolId', 'allSites'].filter((which) => which in body).length === 1,
    }),
    endpoint('PUT', `${client}/subjects`, {
      schema: SubjectMapping,
      valid: [{ issuer: 'https://issuer.example', subject: 'somebody' }],
      isValid: (body) =>
        hasOnly(body, { issuer: isText(2_000), subject: isText(500) }) && 'issuer' in body && 'subject' in body,
    }),
  ];
}

interface Bodies {
  readonly schema: unknown;
  readonly valid: readonly object[];
  readonly isValid?: (body: unknown) => boolean;
}

function endpoint(method: Endpoint['method'], path: string, { schema, valid, isValid }: Bodies): Endpoint {
  const nodes = valid.map(nodeOf);
  const mutants = nodes.flatMap((node) => [...mutateNode(schema as Shape, node)].map(writeNode));
  const plain = { method, path, valid: nodes.map(writeNode), mutants };
  return isValid === undefined ? plain : { ...plain, isValid };
}

type Check = (value: unknown) => boolean;

function hasOnly(body: unknown, checks: Readonly<Record<string, Check>>): body is Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return Object.entries(body).every(([key, value]) => Object.hasOwn(checks, key) && checks[key]?.(value) === true);
}

function isText(longest: number): Check {
  return (value) => typeof value === 'string' && value !== '' && Array.from(value).length <= longest;
}

const isName = isText(200);

function isNotes(value: unknown): boolean {
  return value === '' || isText(2_000)(value);
}

function isHold(value: unknown): boolean {
  return value === null || (Number.isInteger(value) && Number(value) >= 60 && Number(value) <= 2_678_400);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isTrue(value: unknown): boolean {
  return value === true;
}

function isAbility(value: unknown): boolean {
  return value === 'read' || value === 'schedule';
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

function areScopes(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || new Set(value).size < value.length) return false;
  const known = ['sites:read', 'schedules:write', 'fleet:admin', 'fleet:webhooks', 'audit:read', 'people:act'];
  return value.every((scope) => known.includes(scope as string));
}

// The names that mutations make of the one above: none is another zone.
function isZone(value: unknown): boolean {
  return value === 'Europe/Berlin';
}
