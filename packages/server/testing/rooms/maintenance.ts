export { backupStore } from '../../src/maintenance/backup-store.ts';
export { moveStore } from '../../src/maintenance/move-store.ts';
export { readPlace } from '../../src/maintenance/open-place.ts';
export { restoreStore } from '../../src/maintenance/restore-store.ts';
