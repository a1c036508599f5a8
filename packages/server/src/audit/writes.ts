import type { AnyWrite } from '../store/define-write.ts';
import { sealLog } from './seal-log.ts';
import { forgetTimeStamps } from './time-stamps/forget-time-stamps.ts';
import { noteTimeStamp } from './time-stamps/note-time-stamp.ts';

export const auditWrites: readonly AnyWrite[] = [sealLog, noteTimeStamp, forgetTimeStamps];
