import type { Operation } from '@setpoint/contract';
import type { Call, Subject } from './calls-of.ts';
import type { Principal } from './principals.ts';

/** A refusal, or that the caller may: whatever is answered then, it is about the call. */
export type Expected = 401 | 403 | 404 | 'may';

const OF_ONE = /:(?:siteId|poolId|batchId|parentBatchId|holdId)/;
const PUBLIC_SITE = '/api/v1/public/sites/';

/** What the row of an operation, and what a principal has, say of a call. */
export function expectedOf(call: Call, who: Principal): Expected {
  const { row, subject, path } = call;
  if (!who.isProven) return 401;
  if (row.credential === 'any-token') return ownSession(row, who);
  if (row.scope === 'fleet:admin' || row.scope === 'audit:read') return ofOperators(call, who);
  // Only to the public interface is a site without a grant one that exists.
  if (path.startsWith(PUBLIC_SITE) && subject === 'none') return 404;
  if (!hasScopes(row, who)) return 403;
  return row.id === 'makeHold' ? ofHold(call, who) : ofSubject(call, who);
}

function hasScopes({ scope, alsoScope }: Operation, { scopes }: Principal): boolean {
  return [scope, alsoScope].every((needed) => needed === undefined || scopes.has(needed));
}

/** A client that acts for a person has no hand in its sessions. */
function ownSession({ id }: Operation, { isActing }: Principal): Expected {
  if (isActing && id !== 'getMe') return 403;
  return id === 'endMySession' ? 404 : 'may';
}

/** What is named in the path does not exist, unless it is site a. */
function ofOperators({ row: { id, path, method }, subject }: Call, { scopes }: Principal): Expected {
  if (!scopes.has('fleet:admin') && !(scopes.has('audit:read') && method === 'get')) return 403;
  return !path.includes(':') || id === 'putPool' || (subject === 'a' && path.includes(':siteId')) ? 'may' : 404;
}

function ofHold(call: Call, who: Principal): Expected {
  const isOperator = who.scopes.has('fleet:admin');
  if (call.subject === 'all') return isOperator ? 'may' : 403;
  return isOperator && call.subject !== 'none' ? 'may' : ofSubject(call, who);
}

function ofSubject({ row, subject }: Call, who: Principal): Expected {
  if (row.scope === 'fleet:webhooks') return row.path.includes(':webhookId') ? 404 : 'may';
  if (!OF_ONE.test(row.path) && row.request === undefined) return 'may';
  if (row.id === 'setPortfolio' && who.sets.length === 0) return 403;
  if (!row.path.startsWith(PUBLIC_SITE) && !isSeen(row, subject, who)) return 404;
  return may(row, subject, who) ? 'may' : 403;
}

/** An operator's hold is released by operators alone. */
function may(row: Operation, subject: Subject, who: Principal): boolean {
  if (row.id === 'releaseHold') return false;
  return row.scope === 'sites:read' ? isSeen(row, subject, who) : who.sets.includes(subject);
}

/** Operators and auditors see all holds and pools. */
export function isSeen({ path }: Operation, subject: Subject, { sees, scopes }: Principal): boolean {
  if (sees.includes(subject)) return true;
  const isHoldOrPool = subject === 'pool' || (path.startsWith('/api/v1/fleet/holds') && subject !== 'none');
  return isHoldOrPool && (scopes.has('fleet:admin') || scopes.has('audit:read'));
}
