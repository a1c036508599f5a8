import { LIMITS } from '@setpoint/contract';
import { durationOption } from '../shell/duration-option.ts';

/** Reads how long a controller carries on. */
export const secondsOf = durationOption({ unit: 'seconds', least: LIMITS.minHoldSeconds, most: LIMITS.maxHoldSeconds });
