import type { AnyWrite } from '../store/define-write.ts';
import { acknowledgeProblem } from './acknowledge-problem.ts';

export const acknowledgementWrites: readonly AnyWrite[] = [acknowledgeProblem];
