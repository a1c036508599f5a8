import type { AnyWrite } from '../store/define-write.ts';
import { forgetMeasurements } from './forget-measurements.ts';
import { recordFollowing } from './record-following.ts';

export const followingWrites: readonly AnyWrite[] = [forgetMeasurements, recordFollowing];
