/** What a token may be used for; grants decide for which sites. */
export const SCOPES = [
  'sites:read',
  'schedules:write',
  'fleet:admin',
  'fleet:webhooks',
  'audit:read',
  'people:act',
] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}
