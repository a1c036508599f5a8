import { extname } from 'node:path';

/** Where the thread that writes finds all writes, in the sources and in a package. */
export const WRITES_URL = new URL(`./writes${extname(import.meta.filename)}`, import.meta.url);
