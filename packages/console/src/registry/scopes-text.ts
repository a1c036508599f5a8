import type { Scope } from '@setpoint/contract';

const WORDS: Readonly<Record<Scope, string>> = {
  'sites:read': 'see sites',
  'schedules:write': 'set schedules',
  'fleet:admin': 'operate (registry, holds)',
  'fleet:webhooks': 'register webhooks',
  'audit:read': 'read everything (auditor)',
  'people:act': 'act on behalf of users',
};

/** What the scopes of a client allow, in words. */
export function scopesText(scopes: readonly Scope[]): string {
  return scopes.map((scope) => WORDS[scope]).join(', ');
}
