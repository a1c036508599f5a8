import type { AnyWrite } from '../store/define-write.ts';
import { forgetMeasurements } from './forget-measurements.ts';
import { settleFollowing } from './settle-following.ts';

export const followingWrites: readonly AnyWrite[] = [forgetMeasurements, settleFollowing];
