export { REFERENCE_SCRIPT_PATH } from '../../src/docs/reference-page.ts';
