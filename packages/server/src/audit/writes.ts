import type { AnyWrite } from '../store/define-write.ts';
import { sealLog } from './seal-log.ts';

export const auditWrites: readonly AnyWrite[] = [sealLog];
