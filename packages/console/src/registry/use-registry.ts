import { resourceOf } from '../session/resource-of.ts';

export const { useRead: useRegistry, useChange: useRegistryChange } = resourceOf('registry', {
  everyMs: 15_000,
  alsoReads: [['overview']],
});
