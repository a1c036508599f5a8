export interface PlanTables {
  plan_mark: PlanMarkTable;
}

/** Which issues the plan of a site had, when it was looked at last, and of what. */
interface PlanMarkTable {
  site_id: string;
  looked_at: number;
  version: number;
  /** When to look again though nothing else changed. */
  again_at: number;
  ratings: string;
  /** A JSON array, see `issuesOf`. */
  issues: string;
}
