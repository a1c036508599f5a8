import type { AnyWrite } from '../store/define-write.ts';
import { addAlert, removeAlert } from './add-alert.ts';
import { changeAlert } from './change-alert.ts';
import { settleAlert } from './settle-alert.ts';

export const alertWrites: readonly AnyWrite[] = [addAlert, changeAlert, removeAlert, settleAlert];
