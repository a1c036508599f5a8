import type { AuditAction } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';
import { withProblem } from '../words/with-problem.ts';
import { assetText, grantText, type Told, told, untilText } from './told.ts';

/** What was done, after the name of who did it: the one table from an action to a sentence. */
export const SENTENCES: Readonly<Record<AuditAction, (record: Told) => string>> = {
  'client.added': ({ subject }) => `added the client ${subject}`,
  'client.changed': ({ subject, before, after, changed }) => {
    if (changed.includes('isEnabled')) return `${ableText(after)} the client ${subject}`;
    if (changed.includes('clientName')) return `changed the name of ${told(before['clientName'])} to ${subject}`;
    return `changed ${changed.includes('scopes') ? 'the scopes of ' : ''}the client ${subject}`;
  },
  'client.removed': ({ subject }) => `removed the client ${subject}`,
  'secret.added': ({ subject }) => `made another secret for ${subject}`,
  'sessions.ended': ({ subject }) => `signed ${subject} out everywhere`,
  'grant.added': (record) => grantText(record, 'added'),
  'grant.changed': (record) => grantText(record, 'changed'),
  'grant.removed': (record) => grantText(record, 'removed'),
  'person.added': ({ subject }) => `added ${subject}`,
  'person.changed': ({ subject, before, after }) =>
    before['isEnabled'] === after['isEnabled']
      ? `changed the name of ${told(before['personName'])} to ${subject}`
      : `${ableText(after)} ${subject}`,
  'person.removed': ({ subject }) => `removed ${subject}`,
  'person.groups_changed': ({ subject, after }) => `moved ${subject} to the groups ${listText(after['groups'])}`,
  'group.added': ({ subject }) => `named the group ${subject}`,
  'group.removed': ({ subject }) => `removed the group ${subject}`,
  'mapping.added': ({ id, client }) => `let ${outsiderText(id)} act as ${client}`,
  'mapping.removed': ({ id, client }) => `no longer lets ${outsiderText(id)} act as ${client}`,
  'site.added': ({ subject }) => `added the site ${subject}`,
  'site.changed': ({ subject, changed }) => `changed ${listText(changed.map(fieldText))} of ${subject}`,
  'site.removed': ({ subject }) => `removed the site ${subject}`,
  'controller_key.added': ({ subject }) => `added a controller key to ${subject}`,
  'controller_key.changed': ({ subject }) => `bound a controller key of ${subject} to other certificates`,
  'controller_key.revoked': ({ subject }) => `revoked a controller key of ${subject}`,
  'signing_key.added': () => 'made a key to sign tokens with',
  'signing_key.revoked': () => 'revoked a key that tokens were signed with',
  'sealing_key.added': () => 'made the key that seals this log',
  'pool.added': ({ subject }) => `made the pool ${subject}`,
  'pool.changed': ({ subject, changed }) => `changed ${listText(changed.map(fieldText))} of the pool ${subject}`,
  'pool.removed': ({ subject }) => `removed the pool ${subject}`,
  'pool.seat_taken': ({ subject, after }) => `became the sender of signals of ${subject}${reasonText(after)}`,
  'pool.seat_given_back': ({ subject }) => `stopped being the sender of signals of ${subject}`,
  'hold.made': ({ reach, after }) => `held ${assetText(after)}${reach}${reasonText(after)}`,
  'hold.released': ({ reach, after }) => `released the hold on ${assetText(after)}${reach}`,
  'acknowledgement.added': (record) => acknowledgedText(record),
  'acknowledgement.changed': (record) => acknowledgedText(record),
  'acknowledgement.removed': ({ before }) => `took back that ${problemOf(before)} is acknowledged`,
  'webhook.added': ({ after }) => `added a webhook to ${told(after['origin'])}`,
  'webhook.changed': ({ after }) => `changed the webhook to ${told(after['origin'])}`,
  'webhook.removed': ({ before }) => `removed the webhook to ${told(before['origin'])}`,
  'webhook.replayed': () => 'had events sent again by a webhook',
  'webhook_secret.added': ({ after }) => `made another secret for the webhook to ${told(after['origin'])}`,
  'alert.added': ({ subject }) => `added the alert ${subject}`,
  'alert.changed': ({ subject }) => `changed the alert ${subject}`,
  'alert.removed': ({ subject }) => `removed the alert ${subject}`,
  'registry.imported': () => 'finished an import of the registry',
  'sign_in_link.made': ({ subject, isOwn }) => `made a sign-in link${isOwn ? '' : ` for ${subject}`}`,
  'session.began': () => 'signed in',
  'session.ended': ({ subject, isOwn }) => (isOwn ? 'signed out' : `ended a session of ${subject}`),
  'token.issued': ({ after }) => `got ${countedText(after, 'token')}`,
  'token.exchanged': ({ after }) => `got ${countedText(after, 'token')} to act for somebody`,
  'client.connected': ({ after }) => `connected by MQTT${timesText(after)}`,
  'sign_in.failed': ({ after }) => `failed to sign in${timesText(after)}`,
  'request.refused': ({ after }) => `was refused${timesText(after)}`,
  'service.started': ({ id, subject, after }) =>
    `started${id === 'only' ? '' : ` the ${subject}`}, release ${told(after['release'])}`,
  'store.restored': () => 'restored the store from a backup',
  'store.moved': () => 'moved the store to another database',
  'store.epoch_raised': () => 'raised the epoch of the store',
  'store.secrets_encrypted': () => 'encrypted the secrets in the store',
  'audit.sealed': ({ after }) => `sealed this log up to record ${told(after['sequence'])}`,
  'audit.forgotten': ({ after }) => `deleted the records up to ${told(after['sequence'])} because of their age`,
  'audit.more': ({ after }) => `counted ${told(after['count'])} more acts without a record of their own`,
};

function ableText({ isEnabled }: Told['after']): string {
  return isEnabled === true ? 'enabled' : 'disabled';
}

function outsiderText(id: string): string {
  const [issuer = '', ...subject] = id.split(' ');
  return `${subject.join(' ')} of ${issuer}`;
}

function reasonText({ reason }: Told['after']): string {
  return typeof reason === 'string' && reason !== '' ? `: ${reason}` : '';
}

function timesText({ count }: Told['after']): string {
  return typeof count === 'number' && count > 1 ? ` ${count.toLocaleString('en')} times` : '';
}

function countedText({ count }: Told['after'], one: string): string {
  return typeof count === 'number' && count > 1 ? `${count.toLocaleString('en')} ${one}s` : `a ${one}`;
}

function listText(items: unknown): string {
  return Array.isArray(items) && items.length > 0 ? items.map(String).join(', ') : 'nothing';
}

/** A field of a record as words: `timeZone` is the time zone. */
function fieldText(name: string): string {
  return `the ${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}

function acknowledgedText({ after }: Told): string {
  const note = typeof after['note'] === 'string' ? `: ${after['note']}` : '';
  return `acknowledged ${problemOf(after)}${untilText(after['until'])}${note}`;
}

function problemOf({ problem, sites }: Told['after']): string {
  if (typeof problem !== 'string') return 'a problem';
  return withProblem(countText(typeof sites === 'number' ? sites : 1, 'site'), problem);
}
