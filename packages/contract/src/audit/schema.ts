import { Type, type Static } from 'typebox';
import { Actor } from '../schema/actor.ts';
import { instant, integer, nextCursor, oneOf, text, textOrNull, titled, used } from '../schema/fields.ts';

const state = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({
    anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
    description,
  });

export const AuditSubject = titled('AuditSubject', {
  kind: text('Such as `client`, `site`, `grant`, `mapping`, `pool`, `hold`, `webhook` or `signing_keys`.'),
  id: text(),
});

export const AuditRecord = titled('AuditRecord', {
  sequence: integer('Counts the records from 1, without a gap.'),
  at: instant('By the clock of the database.'),
  action: text('The action, such as `client.added`, `grant.removed` or `session.began`.'),
  actor: Actor,
  address: textOrNull('Where the request came from; null for what came by no request.'),
  requestId: textOrNull('The `X-Request-Id` of the answer; null for what came by no request.'),
  subject: AuditSubject,
  before: state('The subject before the change; null if there was none. Never a secret.'),
  after: state('The subject after the change, or details of the action; null if there are none.'),
  hash: text(
    'SHA-256 in hex over the hash of the record before (empty for the first), a line feed, and this record as JSON without `hash`.',
  ),
});
export type AuditRecord = Static<typeof AuditRecord>;

export const AuditPlace = titled('AuditPlace', { sequence: integer(), hash: text() });
export type AuditPlace = Static<typeof AuditPlace>;

export const AuditPart = oneOf(
  ['record', 'sequence', 'at', 'action', 'actor', 'subject'],
  'The part of a row that was altered: its text (`record`), or the fields for filters.',
);
export type AuditPart = Static<typeof AuditPart>;

export const AuditAlteration = titled('AuditAlteration', {
  sequence: integer('Where the row stands.'),
  parts: Type.Array(AuditPart),
});
export type AuditAlteration = Static<typeof AuditAlteration>;

export const AuditRecordList = titled('AuditRecordList', {
  records: Type.Array(AuditRecord),
  altered: Type.Array(AuditAlteration, {
    description:
      'Rows of this page that somebody altered in the database. One whose text is no record any more is here alone; a row that a filter no longer finds is on the page without that filter.',
  }),
  begin: used(AuditPlace, 'The last record that was deleted because of its age.'),
  end: used(AuditPlace, 'The last record of all.'),
  nextCursor,
});
export type AuditRecordList = Static<typeof AuditRecordList>;
