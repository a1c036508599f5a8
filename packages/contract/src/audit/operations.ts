import { AuditRecordList } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { type Operation, get, ok } from '../operations/operation.ts';
import { INSTANT, optionalQuery, PARAMETERS } from '../operations/parameters.ts';
import { badQuery } from '../operations/refusals.ts';

const key = { type: 'string', minLength: 1, maxLength: 2_100 } as const;
const hash = '3f5a1c0b7d2e9f8a6b4c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a';

export const auditOperations = [
  {
    id: 'listAuditRecords',
    bound: 'computed',
    ...get(PATHS.fleetAudit),
    tag: 'Audit log',
    scope: 'audit:read',
    summary: 'Read the audit log',
    description:
      'Every recorded act, newest first: sign-ins, and every change of clients, secrets, keys, grants, mappings, sites, pools, holds and webhooks, each written in the transaction of the change. `begin` and `end` say where the log begins and ends, so that a client that reads all of it can verify it. `altered` names what was altered in the database. `fleet:admin` may read it too.',
    parameters: [
      optionalQuery('action', 'Only records of this action.', { type: 'string', minLength: 1, maxLength: 100 }),
      optionalQuery('actor', 'Only what this actor did: its kind, a colon and its id.', key),
      optionalQuery('subject', 'Only what was done to this subject: its kind, a colon and its id.', key),
      optionalQuery(
        'about',
        'Only records that name this id, such as that of a site, a pool, a client or a person: what was done to it, its grants, and holds of it.',
        { type: 'string', format: 'uuid' },
      ),
      optionalQuery('from', 'Only records from this instant on.', INSTANT),
      optionalQuery('to', 'Only records before this instant.', INSTANT),
      optionalQuery('order', 'Which records come first.', {
        type: 'string',
        enum: ['newest', 'oldest'],
        default: 'newest',
      }),
      ...PARAMETERS.page,
    ],
    success: ok('One page of records.', AuditRecordList, {
      records: [
        {
          sequence: 41,
          at: EXAMPLES.createdAt,
          action: 'grant.added',
          actor: { kind: 'client', id: EXAMPLES.clientId, name: 'operator' },
          address: '192.0.2.17',
          requestId: '0193f0a1-7c3e-7b52-9d10-4e5f6a7b8c9d',
          subject: { kind: 'grant', id: `${EXAMPLES.clientId}/${EXAMPLES.siteId}` },
          before: null,
          after: { can: 'read', endsAt: null },
          hash,
        },
      ],
      altered: [],
      begin: { sequence: 0, hash: '' },
      end: { sequence: 41, hash },
      nextCursor: null,
    }),
    otherwise: [badQuery('order must be newest or oldest')],
  },
] as const satisfies readonly Operation[];
