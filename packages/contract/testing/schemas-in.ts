/** Every schema of a document that says something of a value. */
export function schemasIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as Record<string, unknown>];
  const children = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'not');
  return [...own, ...children.flatMap(([, child]) => schemasIn(child))];
}

/** For tests: the references in a document, each with what it refers to. */
export function referencesIn(document: object): [reference: string, found: unknown][] {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, path = '']) => path);
  const resolve = (path: string) =>
    path
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
  return references.map((path) => [path, resolve(path)]);
}
