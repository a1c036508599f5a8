import { writeFileSync } from 'node:fs';
import { roomsOnPaper } from './rooms-on-paper.ts';

// The picture of the rooms in ARCHITECTURE.md and the lint entries that hold them in order; check-docs.ts compares both.
for (const [file, text] of roomsOnPaper()) writeFileSync(file, text);
