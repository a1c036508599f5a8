import { writeFileSync } from 'node:fs';
import { lookUpPages } from './look-up/look-up-pages.ts';

// The tables of errors, events, settings and commands in the docs; check-docs.ts compares them with the code.
for (const [file, text] of lookUpPages()) writeFileSync(file, text);
