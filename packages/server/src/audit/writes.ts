import type { AnyWrite } from '../store/define-write.ts';
import { forgetRecords } from './forget-records.ts';
import { sealLog } from './seal-log.ts';

export const auditWrites: readonly AnyWrite[] = [forgetRecords, sealLog];
