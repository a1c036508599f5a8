/** Suites outside test/proofs that only `npm run prove` runs, by name: what takes long, or wants what a machine may lack. */
export const provenAlone = {
  /** Every page, in each colour and width; a fleet of 10,000 sites; the pictures of the docs. */
  pages: [
    'test/package/docs/{docs-site,reference-page}.test.ts',
    'test/console/own/{pictures,many-sites}.test.ts',
    'test/journeys/pools/cut-off.test.ts',
  ],
  /** Days that are simulated, and a release beside the next. */
  samples: ['test/journeys/controllers/faults.test.ts', 'test/package/upgrade/side-by-side.test.ts'],
  deploy: ['test/package/deploy/!(files|install-by-npm).test.ts'],
  clients: ['test/clients/{generated,python}/*.test.ts'],
} as const;
