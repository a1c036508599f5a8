import type { AnyWrite } from '../store/define-write.ts';
import { forgetEvents } from './forget-events.ts';

export const eventWrites: readonly AnyWrite[] = [forgetEvents];
