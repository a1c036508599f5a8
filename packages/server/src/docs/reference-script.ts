import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts the script that draws the reference. */
export const REFERENCE_SCRIPT = fileURLToPath(new URL('../../dist/reference.js', import.meta.url));
