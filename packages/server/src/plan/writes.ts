import type { AnyWrite } from '../store/define-write.ts';
import { recordPlanIssues } from './record-plan-issues.ts';

export const planWrites: readonly AnyWrite[] = [recordPlanIssues];
