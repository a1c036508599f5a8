/** Why a command failed, from what it wrote to its error stream with --json: a document, maybe after warnings of Node. */
export function failureIn(said: string): string | undefined {
  const begin = said.lastIndexOf('\n{') + 1;
  try {
    return (JSON.parse(said.slice(begin)) as { readonly message?: string }).message;
  } catch {
    return said.trim().split('\n').at(-1) || undefined;
  }
}
