/** What a client may do with a site. */
export interface SiteRights {
  readonly canRead: boolean;
  readonly canSchedule: boolean;
}

/** A client's grants that concern a site: on it by name, and on all sites; 1 where they let it schedule. */
interface Grants {
  readonly onSite: number | null;
  readonly onAll: number | null;
}

/** Any grant lets a client read; to schedule, one of them must say so. */
export function rightsOf({ onSite, onAll }: Grants): SiteRights {
  return { canRead: onSite !== null || onAll !== null, canSchedule: onSite === 1 || onAll === 1 };
}
