/** What a client may do with a site. */
export interface SiteRights {
  readonly canRead: boolean;
  readonly canSchedule: boolean;
}

/** A client's grants that concern a site: on it by name, on all sites, and on pools that it is a member of; 1 where they let it schedule. */
interface Grants {
  readonly onSite: number | null;
  readonly onAll: number | null;
  readonly onPool: number | null;
}

/** Any grant lets a client read; to schedule, one of them must say so. */
export function rightsOf({ onSite, onAll, onPool }: Grants): SiteRights {
  return {
    canRead: onSite !== null || onAll !== null || onPool !== null,
    canSchedule: onSite === 1 || onAll === 1 || onPool === 1,
  };
}
