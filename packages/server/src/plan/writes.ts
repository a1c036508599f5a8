import type { AnyWrite } from '../store/define-write.ts';
import { settlePlan } from './settle-plan.ts';

export const planWrites: readonly AnyWrite[] = [settlePlan];
