export { onlyNode } from '../../src/nodes/nodes.ts';
