import type { AnyWrite } from '../store/define-write.ts';
import { noteDeeds } from './note-deeds.ts';

export const trailWrites: readonly AnyWrite[] = [noteDeeds];
