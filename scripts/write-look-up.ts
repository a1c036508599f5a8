import { writeFileSync } from 'node:fs';
import { lookUpPages } from './look-up/look-up-pages.ts';

// What is written from the code: tables in the docs, and code that would say the same twice; check-docs.ts compares them.
for (const [file, text] of lookUpPages()) writeFileSync(file, text);
