/** What a backup that was made and checked holds. */
export interface BackupCounts {
  readonly sites: number;
  readonly rows: number;
}
