export { backupStore } from './maintenance/backup-store.ts';
export type { Progress } from './maintenance/copy-tables.ts';
export { moveStore } from './maintenance/move-store.ts';
export { raiseEpoch } from './maintenance/raise-epoch.ts';
export { restoreStore } from './maintenance/restore-store.ts';
export { openSeeding, type Seeding } from './open-seeding.ts';
export { type Config, type ConfigResult, readConfig } from './read-config.ts';
export { ConfigError } from './wire/config-error.ts';
export { serve, type Service } from './serve.ts';
