import type { AnyWrite } from '../store/define-write.ts';
import { applyPortfolio } from './apply-portfolio.ts';
import { applySchedules } from './apply-schedules.ts';
import { forgetIdempotency } from './forget-idempotency.ts';

export const scheduleWrites: readonly AnyWrite[] = [applyPortfolio, applySchedules, forgetIdempotency];
