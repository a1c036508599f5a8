/** Values that examples of several operations share. */
export const EXAMPLES = {
  siteId: '6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35',
  clientId: 'b2d7e4f0-31a9-4c58-8e6d-905f7c1a2b43',
  batchId: '0d9b6c1e-72f4-4a35-b8e1-6c3f5a7d9e20',
  createdAt: '2026-10-01T08:30:00.000Z',
} as const;
