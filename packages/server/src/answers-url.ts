import { extname } from 'node:path';

/** Where the thread that computes finds all answers, in the sources and in a package. */
export const ANSWERS_URL = new URL(`./answers${extname(import.meta.filename)}`, import.meta.url);
