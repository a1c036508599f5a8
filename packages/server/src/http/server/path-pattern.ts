const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** What the paths of a route look like; `:name` is any one part. */
export function pathPattern(route: string): RegExp {
  const source = route
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(SPECIAL, String.raw`\$&`)))
    .join('/');
  return new RegExp(`^${source}$`);
}
