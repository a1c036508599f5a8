/** The path, if it leads to a page of this service; else the first page. */
export function safeReturnPath(path: string | undefined, publicUrl: string): string {
  if (path === undefined || !path.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return '/';
  const { origin } = new URL(publicUrl);
  if (!URL.canParse(path, origin)) return '/';
  const { origin: leadsTo, pathname, search } = new URL(path, origin);
  // What a browser would take for another host may come about only when dots are resolved.
  return leadsTo === origin && !pathname.startsWith('//') ? pathname + search : '/';
}
