import type { AnyWrite } from '../store/define-write.ts';
import { carryHoldStep } from './carry-hold-step.ts';
import { forgetHolds } from './forget-holds.ts';
import { makeHold } from './make-hold.ts';
import { releaseHold } from './release-hold.ts';

export const holdWrites: readonly AnyWrite[] = [carryHoldStep, forgetHolds, makeHold, releaseHold];
