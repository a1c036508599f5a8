import type { AuditFilter } from '@setpoint/client';

export const AUDIT_PATH = '/registry/audit';

/** What a filter can name, in the order of the form; the names of the command line and of the interface. */
export const FILTER_NAMES = ['action', 'actor', 'subject', 'about', 'from', 'to'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The filter that an address names: it can be sent to somebody else, and survives a reload. */
export function filterFrom(search: string): AuditFilter {
  const query = new URLSearchParams(search);
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => pairOf(name, query.get(name) ?? '')));
}

/** The address of the log under a filter. */
export function auditHref(filter: AuditFilter): string {
  const query = new URLSearchParams(FILTER_NAMES.flatMap((name) => pairOf(name, filter[name] ?? '')));
  return query.size === 0 ? AUDIT_PATH : `${AUDIT_PATH}?${query.toString()}`;
}

function pairOf(name: FilterName, text: string): [FilterName, string][] {
  return text === '' ? [] : [[name, text]];
}
