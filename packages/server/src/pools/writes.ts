import type { AnyWrite } from '../store/define-write.ts';
import { noteShortage } from './shortages/note-shortage.ts';
import { putPoolMember } from './members/put-pool-member.ts';
import { forgetDivisions } from './signals/forget-divisions.ts';
import { putPool } from './put-pool.ts';
import { putDivision } from './signals/put-division.ts';
import { removePoolMember } from './members/remove-pool-member.ts';
import { giveBackSeat } from './seats/give-back-seat.ts';
import { takeSeat } from './seats/take-seat.ts';
import { removePool } from './remove-pool.ts';

export const poolWrites: readonly AnyWrite[] = [
  forgetDivisions,
  giveBackSeat,
  noteShortage,
  putPool,
  putPoolMember,
  putDivision,
  removePool,
  removePoolMember,
  takeSeat,
];
