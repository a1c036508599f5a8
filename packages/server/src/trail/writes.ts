import type { AnyWrite } from '../store/define-write.ts';
import { forgetRecords } from './forget-records.ts';
import { noteDeeds } from './note-deeds.ts';

export const trailWrites: readonly AnyWrite[] = [forgetRecords, noteDeeds];
