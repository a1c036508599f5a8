/** The end of a credential, if it has one. */
export function endFields({ endsAt }: { readonly endsAt: string | null }): [string, string][] {
  return endsAt === null ? [] : [['ends', endsAt]];
}
