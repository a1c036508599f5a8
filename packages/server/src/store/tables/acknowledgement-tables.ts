export interface AcknowledgementTables {
  acknowledgement: AcknowledgementTable;
}

/** A problem of a site that somebody takes care of. */
interface AcknowledgementTable {
  site_id: string;
  problem: string;
  note: string | null;
  made_by: string;
  created_at: number;
  ends_at: number;
}
