import { writeFileSync } from 'node:fs';
import { roomsOnPaper } from './rooms-on-paper.ts';

// The pictures of docs/develop/rooms.md; check-docs.ts compares them.
for (const [file, text] of roomsOnPaper()) writeFileSync(file, text);
