/** Every schema of a document that says something of a value. */
export function schemasIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as Record<string, unknown>];
  const children = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'not');
  return [...own, ...children.flatMap(([, child]) => schemasIn(child))];
}
