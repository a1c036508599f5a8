import type { AnyWrite } from '../store/define-write.ts';
import { addRateCounts } from './add-rate-counts.ts';

export const limitWrites: readonly AnyWrite[] = [addRateCounts];
