import type { Scope } from '../schema/scope.ts';

/** What persons and groups can be on a site, a pool or all sites. */
export const ROLES = ['viewer', 'dispatcher', 'operator', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

interface RoleMeaning {
  readonly scopes: readonly Scope[];
  /** Whether it is only given on all sites: what it allows concerns no single one. */
  readonly isForAllSites: boolean;
  readonly is: string;
}

/** The one table of roles. Each is a bundle of scopes; where it was given decides for which sites. */
export const ROLE_TABLE = {
  viewer: { scopes: ['sites:read'], isForAllSites: false, is: 'sees sites, plans, history and events' },
  dispatcher: {
    scopes: ['sites:read', 'schedules:write'],
    isForAllSites: false,
    is: 'sees them, sets schedules, asks pools for power, holds and releases',
  },
  operator: {
    scopes: ['sites:read', 'schedules:write', 'fleet:admin'],
    isForAllSites: true,
    is: 'does all of that and runs the service: sites, clients, people, keys, holds of others',
  },
  auditor: { scopes: ['sites:read', 'audit:read'], isForAllSites: true, is: 'reads everything and changes nothing' },
} as const satisfies Record<Role, RoleMeaning>;

export function isRole(name: string): name is Role {
  return ROLES.some((role) => role === name);
}

/** What the holder of some roles may use its tokens for. */
export function scopesOfRoles(roles: Iterable<Role>): ReadonlySet<Scope> {
  return new Set([...roles].flatMap((role): readonly Scope[] => ROLE_TABLE[role].scopes));
}

/** The roles that allow what a scope stands for. */
export function rolesWith(scope: Scope): Role[] {
  return ROLES.filter((role) => (ROLE_TABLE[role].scopes as readonly Scope[]).includes(scope));
}

/** Whether a role lets its holder set schedules where it was given. */
export function canSchedule(role: Role): boolean {
  return (ROLE_TABLE[role].scopes as readonly Scope[]).includes('schedules:write');
}
