import type { AnyWrite } from '../store/define-write.ts';
import { noteNode, removeNode } from './note-node.ts';

export const nodeWrites: readonly AnyWrite[] = [noteNode, removeNode];
