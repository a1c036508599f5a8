import { LIMITS } from '@setpoint/contract';
import { numberOption } from '../shell/number-option.ts';

/** Reads how long a controller carries on. */
export const secondsOf = numberOption({ least: LIMITS.minHoldSeconds, most: LIMITS.maxHoldSeconds, isWhole: true });
