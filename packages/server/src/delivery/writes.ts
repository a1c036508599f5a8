import type { AnyWrite } from '../store/define-write.ts';
import { forgetApplied } from './forget-applied.ts';
import { settleEntries } from './settle-entries.ts';

export const deliveryWrites: readonly AnyWrite[] = [forgetApplied, settleEntries];
