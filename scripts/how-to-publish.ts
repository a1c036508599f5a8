/** What is published under a name and version. */
export type PublishedState =
  | { readonly kind: 'there'; readonly integrity: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface PublishPlan {
  readonly kind: 'publish' | 'done' | 'refused';
  readonly text: string;
}

/** So that a release that broke off is begun anew: what is there with the same bytes is done, other bytes are a fault. */
export function howToPublish({
  integrity,
  found,
}: {
  readonly integrity: string;
  readonly found: PublishedState;
}): PublishPlan {
  if (found.kind === 'unknown')
    return { kind: 'refused', text: `it cannot be told whether it is published: ${found.reason}` };
  // One that was never published, or of an answer without a version.
  if (found.kind === 'none' || found.integrity === '') return { kind: 'publish', text: 'is published now' };
  if (found.integrity === integrity) return { kind: 'done', text: 'was published before, with these bytes' };
  return { kind: 'refused', text: `is published with other bytes (${found.integrity}); a version is published once` };
}
