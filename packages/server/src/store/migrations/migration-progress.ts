/** Where a migration is: before one step of all that there are, or waiting for another node that takes them. */
export type MigrationProgress = { readonly step: number; readonly of: number } | 'elsewhere';

export type OnMigration = (progress: MigrationProgress) => void;

/** The same for people. */
export function textOfProgress(progress: MigrationProgress): string {
  if (progress === 'elsewhere') return 'migrating: another node takes the steps';
  return `migrating: step ${progress.step} of ${progress.of}`;
}
