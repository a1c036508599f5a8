import type { AnyWrite } from '../store/define-write.ts';
import { carryHold } from './carry-hold.ts';
import { forgetHolds } from './forget-holds.ts';
import { makeHold } from './make-hold.ts';
import { releaseHold } from './release-hold.ts';

export const holdWrites: readonly AnyWrite[] = [carryHold, forgetHolds, makeHold, releaseHold];
