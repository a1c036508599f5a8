import type { AnyWrite } from '../store/define-write.ts';
import { settlePlans } from './settle-plans.ts';

export const planWrites: readonly AnyWrite[] = [settlePlans];
