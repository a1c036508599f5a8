import { AUDIT_ACTIONS, type AuditRecord } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { sentenceOf } from './sentence-of.ts';

const TRADER = '11111111-0000-4000-8000-000000000000';
const SITE = '22222222-0000-4000-8000-000000000000';
const POOL = '33333333-0000-4000-8000-000000000000';
const names = new Map([
  [`client:${TRADER}`, 'Demo trader'],
  [`site:${SITE}`, 'Harbour'],
  [`pool:${POOL}`, 'aFRR north'],
]);
const nameOf = (kind: string, id: string) => names.get(`${kind}:${id}`);

const operator = { kind: 'client', id: 'operator', name: 'operator' } as const;

function record(action: string, subject: string, states: Partial<AuditRecord> = {}): AuditRecord {
  const [kind = '', ...id] = subject.split(':');
  const made = { sequence: 1, at: '2030-01-01T00:00:00.000Z', address: null, requestId: null, hash: '' };
  return {
    ...made,
    actor: operator,
    action,
    subject: { kind, id: id.join(':') },
    before: null,
    after: null,
    ...states,
  };
}

const read = (one: AuditRecord) => {
  const { who, did } = sentenceOf(one, nameOf);
  return `${who} ${did}`;
};

it.each<[AuditRecord, string]>([
  [
    record('grant.added', `grant:${TRADER}/*`, { after: { can: 'schedule', endsAt: null } }),
    'operator let Demo trader schedule all sites',
  ],
  [
    record('grant.removed', `grant:${TRADER}/${SITE}`, { before: { can: 'read', endsAt: null } }),
    'operator no longer lets Demo trader see Harbour',
  ],
  [
    record('grant.changed', `grant:${TRADER}/pool/${POOL}`, {
      after: { role: 'dispatcher', endsAt: '2030-02-01T10:00:00Z' },
    }),
    'operator gave Demo trader the role dispatcher on the pool aFRR north until 2030-02-01 10:00 UTC',
  ],
  [
    record('hold.made', 'hold:h', {
      after: { siteId: SITE, poolId: null, asset: 'bess', reason: 'a crane is in the way' },
    }),
    'operator held the asset bess of Harbour: a crane is in the way',
  ],
  [
    record('site.changed', `site:${SITE}`, {
      before: { siteName: 'Harbour', timeZone: 'UTC' },
      after: { siteName: 'Harbour', timeZone: 'Europe/Berlin' },
    }),
    'operator changed the time zone of Harbour',
  ],
  [
    record('mapping.added', 'mapping:https://idp.example desk 7', { after: { clientId: TRADER } }),
    'operator let desk 7 of https://idp.example act as Demo trader',
  ],
  [
    record('token.issued', `client:${TRADER}`, { actor: { kind: 'client', id: TRADER }, after: { count: 12 } }),
    'Demo trader got 12 tokens',
  ],
  [
    record('sign_in.failed', 'refusal:failed_login', { actor: { kind: 'unknown', id: '' }, after: { count: 3 } }),
    'Somebody unknown failed to sign in 3 times',
  ],
  [record('thing.done', `site:${SITE}`), 'operator did thing.done to Harbour'],
])('%j is “%s”', (one, sentence) => {
  expect(read(one)).toBe(sentence);
});

it.each(AUDIT_ACTIONS)('%s is a sentence without an id or JSON, whatever is known of it', (action) => {
  for (const states of [{}, { before: {}, after: {} }]) {
    const sentence = read(
      record(
        action,
        action.startsWith('mapping') ? 'mapping:https://idp.example desk' : `${action.split('.')[0]}:${SITE}`,
        states,
      ),
    );
    expect(sentence).toMatch(/^operator [a-z]/);
    expect(sentence).not.toMatch(/[{}[\]"]|undefined|null|-4000-/);
  }
});
