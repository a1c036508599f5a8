export { backupStore } from '../../src/maintenance/backup-store.ts';
export { moveStore } from '../../src/maintenance/move-store.ts';
export { restoreStore } from '../../src/maintenance/restore-store.ts';
