import type { AnyWrite } from '../store/define-write.ts';
import { forgetBatches } from './forget-batches.ts';

export const historyWrites: readonly AnyWrite[] = [forgetBatches];
